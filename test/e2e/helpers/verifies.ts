/** A test body that proves a requirement, run on every host and through every door that the requirement names. */
import { describe, it } from "vitest";
import type { Requirement } from "../requirement.js";
import { type RequirementId, requirements } from "../requirements.js";
import type { HostSetup } from "./hosts.js";
import { openScene, type Scene } from "./scene.js";

type Body = (scene: Scene) => Promise<void>;

export function verifies(id: RequirementId, setup: HostSetup, body: Body): void {
  const requirement = requirements.find((candidate) => candidate.id === id);
  if (!requirement) throw new Error(`There is no requirement ${id}.`);
  describe(`${id}: ${requirement.behaviour}`, () => {
    for (const { kind, door } of placesOf(requirement)) {
      it(`${kind} host, ${door} door`, async () => {
        const { scene, close } = await openScene(kind, door, setup);
        try {
          await body(scene);
        } finally {
          await close();
        }
      });
    }
  });
}

/** Where a requirement has to hold. The workbench has no linked pair. */
export function placesOf({ hosts, doors }: Pick<Requirement, "hosts" | "doors">) {
  return hosts.flatMap((kind) =>
    doors.filter((door) => kind === "memory" || door !== "memory").map((door) => ({ kind, door })),
  );
}
