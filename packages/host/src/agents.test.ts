import { describe, expect, it } from "vitest";
import { AgentRegistry, agentColours, MAX_AGENTS } from "./agents.js";
import { FakeClock } from "./testing/fake-clock.js";

const info = { name: "claude-code", version: "2.1" };

describe("the agent registry", () => {
  it("gives each connected agent a colour of its own while there are any", () => {
    const agents = new AgentRegistry(new FakeClock());
    const joined = agentColours.map(() => agents.join(info).agent.colour);
    expect(new Set(joined)).toEqual(new Set(agentColours));
    expect(agentColours).toContain(agents.join(info).agent.colour);
  });

  it("knows what each speaks", () => {
    const agents = new AgentRegistry(new FakeClock());
    expect(agents.join(info, "clio").agent.dialect).toBe("clio");
    expect([agents.join(info).agent.dialect, agents.recognise("a", info).dialect]).toEqual(["oxide", "oxide"]);
  });

  it("counts calls and remembers the last", () => {
    const clock = new FakeClock();
    const agents = new AgentRegistry(clock);
    const { agent } = agents.join(info);
    clock.advance(5000);
    agents.called(agent);
    expect(agent).toMatchObject({ calls: 1, since: 1_700_000_000_000, lastActivity: 1_700_000_005_000 });
  });

  it("takes an agent for connected while a stream is open, and for a minute after its last request", () => {
    const clock = new FakeClock();
    const agents = new AgentRegistry(clock);
    const { agent, leave } = agents.join(info);
    const detach = agents.attach(agent);
    clock.advance(3_600_000);
    expect(agents.connected()).toEqual([agent]);
    detach();
    clock.advance(59_999);
    expect(agent.connected).toBe(true);
    clock.advance(1);
    expect(agents.connected()).toEqual([]);
    leave();
  });

  it("recognises a stateless agent by its key", () => {
    const agents = new AgentRegistry(new FakeClock());
    const first = agents.recognise("a/1", { name: "a", version: "1" });
    expect(agents.recognise("a/1", { name: "a", version: "1" })).toBe(first);
    expect(agents.recognise("b/1", { name: "b", version: "1" })).not.toBe(first);
  });

  it("forgets the longest silent stateless agent when there are too many, never one with a session", () => {
    const clock = new FakeClock();
    const agents = new AgentRegistry(clock);
    const { agent: lasting } = agents.join(info);
    const first = agents.recognise("0", info);
    for (let i = 1; i < MAX_AGENTS + 10; i++) {
      clock.advance(1);
      agents.recognise(String(i), info);
    }
    expect(agents.connected()).toContain(lasting);
    expect(agents.connected().length).toBeLessThanOrEqual(MAX_AGENTS);
    expect(agents.recognise("0", info)).not.toBe(first);
  });

  it("tells when an agent comes, leaves, falls silent and speaks again, and of nothing else", () => {
    const clock = new FakeClock();
    const agents = new AgentRegistry(clock);
    const told: number[] = [];
    const undo = agents.onChange(() => told.push(agents.connected().length));
    const { agent, leave } = agents.join(info);
    expect(told.splice(0)).toEqual([1]);
    clock.advance(30_000);
    agents.called(agent);
    clock.advance(59_999);
    agents.seen(agent);
    const other = agents.recognise("a/1", info);
    agents.recognise("a/1", info);
    expect(told.splice(0)).toEqual([2]);
    clock.advance(60_000);
    expect(told.splice(0)).toEqual([0]);
    agents.called(other);
    expect(told.splice(0)).toEqual([1]);
    const detach = agents.attach(other);
    clock.advance(3_600_000);
    detach();
    expect(told.splice(0)).toEqual([]);
    clock.advance(60_000);
    expect(told.splice(0)).toEqual([0]);
    leave();
    expect(told.splice(0)).toEqual([0]);
    agents.join(info);
    undo();
    agents.join(info);
    expect(told).toEqual([1]);
    expect(clock.waiting).toBe(0);
  });

  it("shows a name without characters that steer a terminal or turn text around", () => {
    const { agent } = new AgentRegistry(new FakeClock()).join({ name: "\u001b[2Jevil\u202e\n", version: "" });
    expect(agent.name).toBe("[2Jevil");
    expect(agent.version).toBe("");
  });

  it("keeps of a long name no more than can be shown", () => {
    const { agent } = new AgentRegistry(new FakeClock()).join({ name: "x".repeat(8_000_000), version: "" });
    expect(agent.name).toBe("x".repeat(100));
  });
});
