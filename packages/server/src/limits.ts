/** What a peer can cost us at most. */
export const limits = {
  /** One message, in bytes. */
  messageBytes: 16 * 1024 * 1024,
  /** Nesting of arrays and objects in a message. */
  jsonDepth: 64,
  /** Time for the head of a request, in milliseconds; also how long a connection may stay silent before its first. */
  headMs: 5_000,
  /** Time for the whole of a request, in milliseconds. Answers have none. */
  requestMs: 30_000,
  /** Silence after which an idle kept-alive connection is closed, in milliseconds. */
  idleMs: 120_000,
  /** Connections on one port. */
  connections: 2048,
  /** Connections that have not passed the gate; the oldest make room. */
  strangers: 32,
  /** A connection younger than this, in milliseconds, is not cut to make room. */
  strangerGraceMs: 500,
  /** Sessions at once; the longest silent one without a stream makes room. */
  sessions: 2048,
  /** Silence after which a session without a stream is forgotten, in milliseconds. */
  sessionIdleMs: 3_600_000,
  /** Bytes that may wait for a slow reader of a stream before it is cut off, or of a WebSocket before it is watched. */
  streamBacklogBytes: 8 * 1024 * 1024,
  /** A reader that takes nothing of what waits for this long is cut off, in milliseconds. */
  answerStallMs: 15_000,
  /**
   * Bytes that may wait for their readers on all connections: of answers over HTTP, where further ones are refused, and
   * on all WebSockets, where the slowest readers make room.
   */
  answerBacklogBytes: 256 * 1024 * 1024,
  /** Messages in one batch. */
  batchMessages: 50,
  /** What an agent may say of itself when it begins a session, in characters of JSON. */
  initializeLength: 65_536,
  /** A comment goes out on a silent stream this often, in milliseconds. */
  streamKeepAliveMs: 15_000,
  /** An answer that takes longer than this becomes an event stream, in milliseconds. */
  streamAfterMs: 1_000,
  /** Changes of one Clio that may wait for the developer at once. */
  openDiffs: 100,
  /** Calls of one WebSocket that may run at once. */
  calls: 256,
  /** A WebSocket is asked this often whether it is still there, in milliseconds. */
  pingMs: 30_000,
  /** Time for the answer to that, in milliseconds. */
  pongMs: 10_000,
} as const;

export type Limits = { readonly [K in keyof typeof limits]: number };
