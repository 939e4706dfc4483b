/** Rubbish and mistakes on the wire: each gets its typed answer, and a good agent never notices. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FILE, HELD, openBridge, ROOT, type TestBridge } from "./helpers/bridge.js";
import { unnoticed } from "./helpers/neighbour.js";
import { callBody, JSON_TYPE, RawAgent, rpcBody } from "./helpers/raw-agent.js";
import { exchange, type HeaderLine, messageOf, type RawResponse, requestBytes } from "./helpers/raw-http.js";

let bridge: TestBridge;
let agent: RawAgent;

beforeAll(async () => {
  bridge = await openBridge();
  agent = await RawAgent.connect(bridge.port);
});

afterAll(async () => {
  await agent.disconnect();
  await bridge.dispose();
});

/** The request of a second agent's hand in the same session, on a connection of its own. */
async function post(body: string | Buffer, ...more: readonly HeaderLine[]): Promise<RawResponse | "closed"> {
  const length: HeaderLine = ["Content-Length", `${Buffer.byteLength(body)}`];
  const head = requestBytes({ headers: agent.headers(JSON_TYPE, length, ...more) });
  return exchange(bridge.port, Buffer.concat([Buffer.from(head), Buffer.from(body)]));
}

function answered(answer: RawResponse | "closed"): RawResponse {
  if (answer === "closed") throw new Error("The connection was closed instead of an answer.");
  return answer;
}

/** How a stream on a connection that lives on is ended. */
const LAST_CHUNK = "0\r\n\r\n";
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;
const METHOD_NOT_FOUND = -32_601;

describe("a message that is none", () => {
  const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const pingWith = (text: string) => `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x":${text}}}}`;

  it.each([
    ["text that is not JSON", "hello", [PARSE_ERROR]],
    ["half of an object", '{"jsonrpc":"2.0",', [PARSE_ERROR]],
    ["nothing", "", [PARSE_ERROR, INVALID_REQUEST]],
    ["bytes that are not UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22]), [PARSE_ERROR, INVALID_REQUEST]],
    ["JSON that is not JSON-RPC", '{"hello":1}', [INVALID_REQUEST]],
    ["a number", "42", [INVALID_REQUEST]],
    ["null", "null", [INVALID_REQUEST]],
    ["another version of JSON-RPC", '{"jsonrpc":"1.0","id":1,"method":"ping"}', [INVALID_REQUEST]],
    ["a method that is no string", '{"jsonrpc":"2.0","id":1,"method":7}', [INVALID_REQUEST]],
    ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}', [INVALID_REQUEST]],
    ["an empty batch", "[]", [INVALID_REQUEST]],
    ["a batch of rubbish", '[1,"x",null,{}]', [INVALID_REQUEST]],
    ["a batch with a good call and rubbish", `[${callBody(1, "ide.editor.getOpenFiles", {})},{}]`, [INVALID_REQUEST]],
    ["arrays nested 10,000 deep", deep(10_000), [PARSE_ERROR, INVALID_REQUEST]],
    ["arguments nested 10,000 deep", pingWith(deep(10_000)), [PARSE_ERROR, INVALID_REQUEST]],
    ["objects nested a million deep", '{"a":'.repeat(1_000_000), [PARSE_ERROR, INVALID_REQUEST]],
    ["65 levels", pingWith(deep(62)), [PARSE_ERROR, INVALID_REQUEST]],
  ])("is answered 400 with a JSON-RPC error: %s", async (_, body, codes) => {
    const before = bridge.settled.length;
    const answer = answered(await unnoticed(bridge.port, () => post(body)));
    expect(answer.status).toBe(400);
    const { error } = messageOf(answer) as { error: { code: number; message: string } };
    expect(codes).toContain(error.code);
    expect(error.message).not.toBe("");
    const strangers = bridge.settled.slice(before).filter(({ tool }) => tool !== "ide.editor.getContent");
    expect(strangers).toEqual([]);
  });

  it("is not one of 64 levels, nor one with brackets in its strings", async () => {
    for (const text of [deep(61), JSON.stringify(`"\\${"[{".repeat(10_000)}`)]) {
      expect(messageOf(answered(await post(pingWith(text))))).toMatchObject({ id: 1, result: {} });
    }
  });
});

describe("the lifetime of a session", () => {
  const ping = rpcBody("ping", 1);
  const requests = ["POST", "GET", "DELETE"] as const;
  const send = (method: (typeof requests)[number], session: readonly HeaderLine[]) => {
    const headers = [...agent.headers(JSON_TYPE).filter(([name]) => name !== "Mcp-Session-Id"), ...session];
    return exchange(bridge.port, requestBytes({ method, headers, ...(method === "POST" && { body: ping }) }));
  };

  it.each(requests)("%s with an unknown session is answered 404", async (method) => {
    for (const id of ["unknown", "__proto__", "constructor", agent.session.slice(1), `${agent.session}x`]) {
      expect(await send(method, [["Mcp-Session-Id", id]])).toMatchObject({ status: 404 });
    }
  });

  it.each(requests)("%s without a session is answered 400", async (method) => {
    expect(await send(method, [])).toMatchObject({ status: 400 });
  });

  it("has an id that cannot be guessed", async () => {
    const agents = await Promise.all(Array.from({ length: 20 }, () => RawAgent.connect(bridge.port)));
    const ids = agents.map(({ session }) => session);
    expect(new Set(ids).size).toBe(ids.length);
    // 128 bits, as hexadecimal digits or more densely.
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{32,}$|^[\w-]{22,}$/i);
    await Promise.all(agents.map((one) => one.disconnect()));
  });

  it("a second stream of one session is answered 409, and the first lives on", async () => {
    const first = await agent.openStream();
    const second = await agent.openStream();
    expect([first.status, second.status]).toEqual([200, 409]);
    expect(first.connection.isOpen).toBe(true);
    for (const { connection } of [first, second]) connection.close();
  });

  it("ends with DELETE: its stream is closed and its id unknown", async () => {
    const leaving = await RawAgent.connect(bridge.port);
    const { connection } = await leaving.openStream();
    const answer = answered(await send("DELETE", [["Mcp-Session-Id", leaving.session]]));
    expect([200, 202, 204]).toContain(answer.status);
    await expect(connection.until(LAST_CHUNK)).resolves.toContain(LAST_CHUNK);
    connection.close();
    for (const method of requests) {
      expect(await send(method, [["Mcp-Session-Id", leaving.session]])).toMatchObject({ status: 404 });
    }
    await leaving.disconnect();
  });

  it.each(["1999-01-01", "banana", ""])("an unknown protocol version is answered 400: %j", async (version) => {
    expect(await post(ping, ["MCP-Protocol-Version", version])).toMatchObject({ status: 400 });
  });

  it("an unknown method is a JSON-RPC error", async () => {
    const answer = messageOf(answered(await post(rpcBody("no/such/method", 5))));
    expect(answer).toMatchObject({ id: 5, error: { code: METHOD_NOT_FOUND } });
  });
});

describe("ids and cancellations", () => {
  it("of two calls in flight with one id the first wins, and the second is told", async () => {
    const first = post(callBody(70, "ide.symbols.search", { query: HELD }));
    await expect.poll(() => bridge.held()).toBe(1);
    const second = answered(await post(callBody(70, "ide.editor.getContent", { file: FILE })));
    expect(messageOf(second)).toMatchObject({ error: { code: expect.any(Number) } });
    bridge.release();
    expect(messageOf(answered(await first))).toMatchObject({ id: 70, result: { structuredContent: { symbols: [] } } });
  });

  it("a cancellation of an answered, unknown or malformed call is taken quietly", async () => {
    await post(callBody(80, "ide.editor.getOpenFiles", {}));
    for (const requestId of [80, 12_345, "never", "__proto__"]) {
      const body = rpcBody("notifications/cancelled", undefined, { requestId, reason: "AbortError" });
      expect(await post(body)).toMatchObject({ status: 202, body: "" });
    }
    expect(messageOf(answered(await post(callBody(80, "ide.editor.getOpenFiles", {}))))).toHaveProperty("result");
    expect(bridge.errors).toEqual([]);
  });

  it("a cancellation ends a call that runs", async () => {
    const call = post(callBody(90, "ide.symbols.search", { query: HELD }));
    await expect.poll(() => bridge.held()).toBe(1);
    await post(rpcBody("notifications/cancelled", undefined, { requestId: 90 }));
    await expect.poll(() => bridge.held()).toBe(0);
    // Whatever the answer is, the agent does not wait for it for ever.
    await call;
  });

  it("an answer to nothing is taken quietly", async () => {
    expect(await post('{"jsonrpc":"2.0","id":4711,"result":{}}')).toMatchObject({ status: 202 });
  });
});

interface ToolAnswer {
  readonly result: {
    readonly isError: boolean;
    readonly structuredContent?: unknown;
    readonly content: readonly { readonly type: string; readonly text: string }[];
  };
}

describe("a call that cannot be right", () => {
  const read = "ide.editor.getContent";
  const edit = "ide.editor.replaceRange";
  const good = { file: FILE, startLine: 1, endLine: 1, newText: "x" };
  it.each([
    ["a number as path", read, { file: 7 }, "INVALID_INPUT"],
    ["null as path", read, { file: null }, "INVALID_INPUT"],
    ["a list as path", read, { file: [FILE] }, "INVALID_INPUT"],
    ["an empty path", read, { file: "" }, "INVALID_INPUT"],
    ["a path of 5,000 characters", read, { file: `/${"x".repeat(5_000)}` }, "INVALID_INPUT"],
    ["nothing where something is needed", read, {}, "INVALID_INPUT"],
    ["an unknown key", read, { file: FILE, encoding: "latin1" }, "INVALID_INPUT"],
    ["a key named constructor", read, { file: FILE, constructor: 1 }, "INVALID_INPUT"],
    ["a key named toString", read, { file: FILE, toString: 1 }, "INVALID_INPUT"],
    ["a path behind __proto__", read, JSON.parse(`{"__proto__":{"file":"${FILE}"}}`), "INVALID_INPUT"],
    ["a line as text", edit, { ...good, startLine: "1" }, "INVALID_INPUT"],
    ["a negative line", edit, { ...good, startLine: -1 }, "INVALID_INPUT"],
    ["line zero", edit, { ...good, startLine: 0 }, "INVALID_INPUT"],
    ["half a line", edit, { ...good, startLine: 1.5 }, "INVALID_INPUT"],
    ["a line beyond all numbers", edit, { ...good, endLine: 1e308 }, "INVALID_INPUT"],
    ["a reversed range", edit, { ...good, startLine: 3, endLine: 1 }, "RANGE_INVALID"],
    ["a reversed range to read", read, { file: FILE, startLine: 3, endLine: 1 }, "RANGE_INVALID"],
    ["a range past the end", edit, { ...good, startLine: 99, endLine: 99 }, "RANGE_INVALID"],
    ["a line past the end", "ide.editor.goToLine", { file: FILE, line: 99 }, "RANGE_INVALID"],
    ["a relative path", read, { file: "src/a.ts" }, "INVALID_INPUT"],
    ["a foreign path", read, { file: "/etc/passwd" }, "OUTSIDE_WORKSPACE"],
    ["a path that climbs out", read, { file: `${ROOT}/../etc/passwd` }, "OUTSIDE_WORKSPACE"],
    ["a sibling of the workspace", read, { file: `${ROOT}-evil/a.ts` }, "OUTSIDE_WORKSPACE"],
    ["a file that is not there", read, { file: `${ROOT}/none.ts` }, "FILE_NOT_FOUND"],
    ["a foreign directory", "ide.file.list", { directory: "../etc" }, "OUTSIDE_WORKSPACE"],
    ["a negative limit", "ide.file.list", { limit: -1 }, "INVALID_INPUT"],
    ["text that is not what was expected", edit, { ...good, expectedText: "never" }, "STALE"],
  ])("is answered with a typed error: %s", async (_, tool, input, code) => {
    const { result } = (await agent.call(tool, input)) as unknown as ToolAnswer;
    expect(result.isError).toBe(true);
    const error = { code, message: expect.stringMatching(/./), hint: expect.stringMatching(/./) };
    expect(JSON.parse(result.content[0]?.text ?? "")).toEqual({ error });
    expect(({} as Record<string, unknown>)["spoilt"]).toBeUndefined();
  });

  it("carries its error in the text alone, for it does not fit the listed output schema", async () => {
    const { result } = (await agent.call(read, { file: 7 })) as unknown as ToolAnswer;
    expect(result.structuredContent).toBeUndefined();
  });

  it("may hold a key named __proto__, which spoils nothing", async () => {
    const input: unknown = JSON.parse(`{"file":"${FILE}","__proto__":{"spoilt":1,"endLine":1}}`);
    const { result } = (await agent.call(read, input)) as unknown as ToolAnswer;
    expect(result.structuredContent).toMatchObject({ totalLines: 3 });
    expect(({} as Record<string, unknown>)["spoilt"]).toBeUndefined();
  });

  it.each(["ide.no.such", "", "__proto__", "constructor", "toString", "hasOwnProperty", "ide.__proto__.x"])(
    "is a JSON-RPC error where there is no such tool: %j",
    async (tool) => {
      const answer = await agent.call(tool);
      expect(answer).not.toHaveProperty("result");
      expect(answer["error"]).toMatchObject({ code: INVALID_PARAMS, data: { error: { code: "INVALID_INPUT" } } });
    },
  );

  it.each([
    ["no params", undefined],
    ["no name", { arguments: {} }],
    ["a number as name", { name: 7 }],
    ["a list as arguments", { name: read, arguments: [] }],
    ["text as arguments", { name: read, arguments: "x" }],
  ])("is a JSON-RPC error where it is no call at all: %s", async (_, params) => {
    const answer = messageOf(answered(await post(rpcBody("tools/call", 3, params))));
    expect(answer).toMatchObject({ id: 3, error: { code: INVALID_PARAMS } });
  });

  it("has changed nothing", async () => {
    expect(await agent.call(read, { file: FILE })).toMatchObject({
      result: { structuredContent: { totalLines: 3, dirty: false, version: 1 } },
    });
    expect(bridge.errors).toEqual([]);
  });
});
