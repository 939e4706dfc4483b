/** Requests for an upgrade: those that must be refused, and odd ones that must not. */

export interface UpgradeCase {
  readonly name: string;
  /** The whole request. `own` are the header lines that the listener asks for. */
  readonly request: (place: UpgradePlace) => string;
  /** True: the upgrade is made. Otherwise it is refused with a status from 400 to 499, or the connection ends. */
  readonly upgraded: boolean;
}

export interface UpgradePlace {
  readonly port: number;
  readonly path: string;
  readonly own: readonly string[];
}

interface Lines {
  readonly start?: string;
  readonly host?: readonly string[];
  readonly connection?: readonly string[];
  readonly upgrade?: readonly string[];
  readonly version?: readonly string[];
  readonly key?: readonly string[];
  readonly more?: readonly string[];
  readonly without?: readonly string[];
  readonly body?: string;
}

const KEY = "dGhlIHNhbXBsZSBub25jZQ==";

function requestOf({ port, path, own }: UpgradePlace, lines: Lines): string {
  const named = (name: string, values: readonly string[]) => values.map((value) => `${name}: ${value}`);
  const kept = own.filter((line) => !(lines.without ?? []).some((name) => line.toLowerCase().startsWith(`${name}:`)));
  return [
    lines.start?.replace("{path}", path).replace("{port}", `${port}`) ?? `GET ${path} HTTP/1.1`,
    ...named(
      "Host",
      (lines.host ?? ["127.0.0.1:{port}"]).map((host) => host.replace("{port}", `${port}`)),
    ),
    ...named("Connection", lines.connection ?? ["Upgrade"]),
    ...named("Upgrade", lines.upgrade ?? ["websocket"]),
    ...named("Sec-WebSocket-Version", lines.version ?? ["13"]),
    ...named("Sec-WebSocket-Key", lines.key ?? [KEY]),
    ...kept,
    ...(lines.more ?? []).map((line) => line.replace("{port}", `${port}`)),
    "",
    lines.body ?? "",
  ].join("\r\n");
}

const refusals: Readonly<Record<string, Lines>> = {
  "no Upgrade header": { upgrade: [] },
  "an upgrade to h2c": { upgrade: ["h2c"] },
  "an upgrade to TLS": { upgrade: ["TLS/1.0"] },
  "an upgrade to a word that only begins so": { upgrade: ["websocket2"] },
  "no Connection header": { connection: [] },
  "a connection that is to be closed": { connection: ["close"] },
  "no key": { key: [] },
  "an empty key": { key: [""] },
  "a key of 15 bytes": { key: ["AAAAAAAAAAAAAAAAAAAA"] },
  "a key of 17 bytes": { key: ["AAAAAAAAAAAAAAAAAAAAAAA="] },
  "a key that is not base64": { key: ["!!!!!!!!!!!!!!!!!!!!!!=="] },
  "a key with a space in it": { key: ["dGhlIHNhbXBsZSBub25j ZQ=="] },
  "two keys": { key: [KEY, KEY] },
  "no version": { version: [] },
  "version 0": { version: ["0"] },
  "version 7": { version: ["7"] },
  "version 12": { version: ["12"] },
  "version 14": { version: ["14"] },
  "version 255": { version: ["255"] },
  "a version that is no number": { version: ["thirteen"] },
  "an empty version": { version: [""] },
  "the method POST": { start: "POST {path} HTTP/1.1" },
  "the method PUT": { start: "PUT {path} HTTP/1.1" },
  "the method HEAD": { start: "HEAD {path} HTTP/1.1" },
  "the method OPTIONS": { start: "OPTIONS {path} HTTP/1.1" },
  "the method CONNECT": { start: "CONNECT 127.0.0.1:{port} HTTP/1.1" },
  "a method in lower case": { start: "get {path} HTTP/1.1" },
  "HTTP/1.0": { start: "GET {path} HTTP/1.0" },
  "HTTP/2.0": { start: "GET {path} HTTP/2.0" },
  "no version of HTTP": { start: "GET {path}" },
  "another path": { start: "GET /nowhere HTTP/1.1" },
  "a path that climbs": { start: "GET /../../etc/passwd HTTP/1.1" },
  "a path with an encoded zero": { start: "GET /%00 HTTP/1.1" },
  "an absolute target": { start: "GET http://127.0.0.1:{port}{path} HTTP/1.1" },
  "an absolute target elsewhere": { start: "GET http://evil.test{path} HTTP/1.1" },
  "no host": { host: [] },
  "two hosts": { host: ["127.0.0.1:{port}", "127.0.0.1:{port}"] },
  "a foreign host": { host: ["evil.test:{port}"] },
  "a host without a port": { host: ["127.0.0.1"] },
  "another port": { host: ["127.0.0.1:1"] },
  "a host that means the same": { host: ["127.1:{port}"] },
  "a host of zeros": { host: ["0.0.0.0:{port}"] },
  "a foreign origin": { more: ["Origin: http://evil.test"], without: ["origin"] },
  "the origin null": { more: ["Origin: null"], without: ["origin"] },
  "the origin of a file": { more: ["Origin: file://"], without: ["origin"] },
  "an empty origin": { more: ["Origin:"], without: ["origin"] },
  "an origin on another port": { more: ["Origin: http://127.0.0.1:1"], without: ["origin"] },
  "an origin that only begins well": { more: ["Origin: http://127.0.0.1.evil.test"], without: ["origin"] },
  "the origin of an extension": { more: ["Origin: chrome-extension://abcdefgh"], without: ["origin"] },
  "a cross-site fetch": { more: ["Sec-Fetch-Site: cross-site"] },
  "a same-site fetch": { more: ["Sec-Fetch-Site: same-site"] },
  "a header with a zero in it": { more: ["X-Odd: a\0b"] },
  "a header without a colon": { more: ["Oddity"] },
  "a header that is folded": { more: ["X-Odd: a", " b"] },
  "a head of 64 KiB": { more: [`X-Odd: ${"x".repeat(65_536)}`] },
  "two thousand headers of some length": { more: Array.from({ length: 2000 }, (_, at) => `X-Odd-${at}: ${at}`) },
  "two subprotocols in one name": { more: ["Sec-WebSocket-Protocol: m cp"] },
  "an empty subprotocol": { more: ["Sec-WebSocket-Protocol: ,"] },
  "the same subprotocol twice": { more: ["Sec-WebSocket-Protocol: mcp, mcp"] },
};

const takings: Readonly<Record<string, Lines>> = {
  "the plainest form": {},
  "a host by name": { host: ["localhost:{port}"], more: ["Origin: http://localhost:{port}"], without: ["origin"] },
  "headers of other case": { upgrade: ["WebSocket"], connection: ["upgrade"] },
  "a connection with more words": { connection: ["keep-alive, Upgrade"] },
  "an offer of compression": { more: ["Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"] },
  "an offer of two forms of compression": {
    more: ["Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=8, x-webkit-deflate-frame"],
  },
  "an offer that nobody knows": { more: ["Sec-WebSocket-Extensions: x-tandem; a=1; b"] },
  "the subprotocol mcp": { more: ["Sec-WebSocket-Protocol: mcp"] },
  "headers that mean nothing here": { more: ["X-Odd: 1", "Accept-Language: tlh", "Cookie: a=b"] },
  "a fetch from nowhere": { more: ["Sec-Fetch-Site: none"] },
};

const casesOf = (table: Readonly<Record<string, Lines>>, upgraded: boolean): UpgradeCase[] =>
  Object.entries(table).map(([name, lines]) => ({ name, upgraded, request: (place) => requestOf(place, lines) }));

export const upgradeCases: readonly UpgradeCase[] = [...casesOf(refusals, false), ...casesOf(takings, true)];
