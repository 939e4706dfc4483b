/** What a scenario works with: one host, one door, one connected agent. */
import { isDeepStrictEqual } from "node:util";
import type { CallToolResult, Client, JsonSchemaType, Tool } from "@modelcontextprotocol/client";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import {
  findTool,
  type OutputOf,
  type ToolArguments,
  type ToolName,
  type ToolNamed,
  type WireError,
} from "@tandem/protocol";
import type { Door, HostKind } from "../requirement.js";
import { type Developer, developerOf } from "./developer.js";
import { type ConnectOptions, connectAgent } from "./doors.js";
import { type HostSetup, type OpenedHost, openHost } from "./hosts.js";

export interface Scene {
  readonly door: Door;
  readonly kind: HostKind;
  readonly host: OpenedHost;
  readonly client: Client;
  /** What the developer does in the editor; memory host only. */
  readonly developer: Developer;
  /** Absolute path in the workspace. */
  path(relative: string): string;
  /** The result of a call that succeeds, after a look at its shape: text, structure and schema agree. */
  call<N extends ToolName>(tool: N, input: ToolArguments<ToolNamed<N>>): Promise<OutputOf<N>>;
  /** The error of a call that fails; takes any input. */
  failure(tool: ToolName, input: Record<string, unknown>): Promise<WireError>;
  /** The whole text as the editor has it. */
  content(relative: string): Promise<string>;
  /** Another agent at the same door, gone when the scene ends. */
  connect(options?: ConnectOptions): Promise<Client>;
  /** The endpoint; HTTP doors only. */
  url(): Promise<string>;
}

export async function openScene(
  kind: HostKind,
  door: Door,
  setup: HostSetup,
): Promise<{ scene: Scene; close(): Promise<void> }> {
  const host = await openHost(kind, setup);
  const clients: Client[] = [];
  const close = async () => {
    for (const client of clients) await client.close();
    await host.close();
  };
  const connect = async (options?: ConnectOptions) => {
    const client = await connectAgent(door, host, options);
    clients.push(client);
    return client;
  };
  try {
    const headers = setup.bridge?.tokenRequired
      ? { Authorization: `Bearer ${(await host.bridge()).window.token}` }
      : {};
    return { scene: await sceneOf(kind, door, host, await connect({ headers }), connect), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function sceneOf(
  kind: HostKind,
  door: Door,
  host: OpenedHost,
  client: Client,
  connect: Scene["connect"],
): Promise<Scene> {
  const { tools } = await client.listTools();
  const path = (relative: string) => `${host.root}/${relative}`;
  const call: Scene["call"] = async (tool, input) => {
    const result = await client.callTool({ name: tool, arguments: { ...input } });
    if (result.isError) throw new Error(`${tool} failed: ${textOf(result)}`);
    const value = structureOf(result);
    checkFits(tools, tool, value);
    return value as OutputOf<typeof tool>;
  };
  return {
    door,
    kind,
    host,
    client,
    developer: developerOf(host),
    path,
    call,
    connect,
    failure: async (tool, input) => {
      const result = await client.callTool({ name: tool, arguments: input });
      if (!result.isError) throw new Error(`${tool} was expected to fail and answered ${textOf(result)}`);
      return errorOf(result);
    },
    content: async (relative) => (await call("ide.editor.getContent", { file: path(relative) })).content,
    url: async () => (await host.bridge()).window.urls.mcp,
  };
}

/** The text of a result that has one text and nothing else. */
export function textOf({ content }: CallToolResult): string {
  const [only] = content;
  if (content.length !== 1 || only?.type !== "text") throw new Error("One text was expected.");
  return only.text;
}

/** The structure of a result, which the text has to repeat. */
export function structureOf(result: CallToolResult): unknown {
  const { structuredContent } = result;
  if (structuredContent === undefined) throw new Error("The result has no structure.");
  if (!isDeepStrictEqual(JSON.parse(textOf(result)), structuredContent)) throw new Error("Text and structure differ.");
  return structuredContent;
}

/** The error of a failed call, from its text. It has no structure: it would not fit the tool's output schema. */
export function errorOf(result: CallToolResult): WireError {
  if (result.structuredContent !== undefined) throw new Error("An error with a structure is hidden by strict clients.");
  return (JSON.parse(textOf(result)) as { error: WireError }).error;
}

const validator = new AjvJsonSchemaValidator();

/** Throws unless the value fits the listed output schema of the tool. */
export function checkFits(listed: readonly Tool[], name: ToolName, value: unknown): void {
  const schema = listed.find((tool) => findTool(tool.name)?.name === name)?.outputSchema;
  if (!schema) throw new Error(`${name} lists no output schema.`);
  const checked = validator.getValidator(schema as JsonSchemaType)(value);
  if (!checked.valid) throw new Error(`${name} does not fit its schema: ${checked.errorMessage}`);
}
