/** What nobody may get in with: lists of bad parts, each put into requests that are otherwise good. */
import { type Bad, body, cases, EVERY_METHOD, fill, header, type RefusedCase, words } from "./gate-requests.js";
import type { HeaderLine } from "./raw-http.js";

/** `{p}` stands for the port that was connected to. */
export const strangeHosts = [
  ...words(`
    evil.test evil.test:{p} 127.0.0.1 localhost [::1] 127.0.0.1:1 localhost:80 127.0.0.1:{p}0 127.0.0.1:0{p}
    127.0.0.1: 127.0.0.1:{p}:{p} 127.1:{p} 127.0.1:{p} 0.0.0.0:{p} 0:{p} 2130706433:{p} 0x7f000001:{p}
    0177.0.0.1:{p} 127.0.0.2:{p} LOCALHOST:{p} Localhost:{p} localhost.:{p} 127.0.0.1.:{p} user@localhost:{p}
    localhost:{p}@evil.test localhost:{p}.evil.test localhost.evil.test:{p} evil.localhost:{p}
    127.0.0.1.evil.test:{p} 127.0.0.1.nip.io:{p} ::1:{p} [::]:{p} [::ffff:127.0.0.1]:{p} [0:0:0:0:0:0:0:1]:{p}
    [::1%25lo]:{p} http://127.0.0.1:{p} 127.0.0.1:{p}/ 192.168.0.1:{p} ip6-localhost:{p}
  `),
  "127.0.0.1:{p}, evil.test",
  "127.0.0.1:{p} evil.test",
];

export const strangeOrigins = [
  ...words(`
    null NULL * http://evil.test https://evil.test http://evil.test:{p} http://127.0.0.1 http://localhost
    http://[::1] http://127.0.0.1:1 http://localhost:3000 http://127.0.0.1:{p}0 http://localhost:0{p}
    https://127.0.0.1:{p} https://localhost:{p} ws://127.0.0.1:{p} file:// chrome-extension://abcdefghijklmnop
    vscode-webview://abc 127.0.0.1:{p} //127.0.0.1:{p} http://localhost:{p}.evil.test
    http://localhost.evil.test:{p} http://evil.test/http://localhost:{p} http://localhost:{p}@evil.test
    http://user@localhost:{p} http://LOCALHOST:{p} HTTP://localhost:{p} http://localhost.:{p}
    http://localhost:{p}/ http://localhost:{p}/mcp http://127.1:{p} http://2130706433:{p} http://0.0.0.0:{p}
    http://[::ffff:127.0.0.1]:{p} xhttp://127.0.0.1:{p} http://127.0.0.1:{p}x
  `),
  "",
  "http://127.0.0.1:{p} http://evil.test",
  "http://127.0.0.1:{p}, http://evil.test",
];

const host = (template: string): Bad => [`"${template}"`, (place) => ({ host: [fill(template, place)] })];
const own = "http://127.0.0.1:{p}";

const hosts = [
  ...cases("Host", [403], strangeHosts.map(host), ["POST", "GET"]),
  ...cases(
    "Host",
    [400, 403],
    [
      ["absent", () => ({ host: [] })],
      ["empty", () => ({ host: [""] })],
      ["twice the same", ({ port }) => ({ host: [`127.0.0.1:${port}`, `127.0.0.1:${port}`] })],
      ["right, then evil", ({ port }) => ({ host: [`127.0.0.1:${port}`, "evil.test"] })],
      ["evil, then right", ({ port }) => ({ host: ["evil.test", `127.0.0.1:${port}`] })],
    ],
    EVERY_METHOD,
  ),
];

const origins = [
  ...cases(
    "Origin",
    [403],
    strangeOrigins.map((origin) => header("Origin", origin)),
    ["POST", "GET"],
  ),
  ...cases(
    "Origin",
    [403],
    ["null", "http://evil.test"].map((origin) => header("Origin", origin)),
    ["DELETE"],
  ),
  ...cases(
    "two Origins",
    [400, 403],
    [header("Origin", own, "http://evil.test"), header("Origin", "http://evil.test", own), header("Origin", own, own)],
    ["POST", "GET"],
  ),
];

export const strangeSites = [
  ...words("cross-site same-site Same-Origin NONE x-none none;x"),
  "",
  "same-origin, cross-site",
];

const fetchSites = cases(
  "Sec-Fetch-Site",
  [403],
  [
    ...strangeSites.map((site) => header("Sec-Fetch-Site", site)),
    header("Sec-Fetch-Site", "none", "cross-site"),
    header("Sec-Fetch-Site", "cross-site", "same-origin"),
  ],
  EVERY_METHOD,
);

const methods = [
  ...cases(
    "with",
    [405],
    [["nothing wrong but the method", () => ({})]],
    ["PUT", "PATCH", "HEAD", "TRACE", "PROPFIND", "SEARCH", "LOCK", "PURGE", "LINK", "REPORT", "MKCOL", "COPY"],
  ),
  // What no parser of HTTP knows may be cut off without a word.
  ...cases(
    "with",
    [400, 405, "closed"],
    [["nothing wrong but the method", () => ({})]],
    ["QUERY", "post", "FOO", "PRI"],
  ),
  ...cases(
    "preflight",
    [403],
    [
      ["without Origin", () => ({})],
      header("Origin", own),
      [
        "of a page",
        () => ({
          more: [
            ["Origin", "http://evil.test"],
            ["Access-Control-Request-Method", "POST"],
          ],
        }),
      ],
      [
        "of a page in a private network",
        () => ({
          more: [
            ["Origin", "null"],
            ["Access-Control-Request-Private-Network", "true"],
          ],
        }),
      ],
      ["for the whole server", () => ({ target: "*" })],
    ],
    ["OPTIONS"],
  ),
  ...cases("to", [400, 403, 404, 405, "closed"], [["127.0.0.1:80", () => ({ target: "127.0.0.1:80" })]], ["CONNECT"]),
];

const target = (path: string): Bad => [path, (place) => ({ target: fill(path, place) })];
const paths = [
  ...cases(
    "path",
    [404],
    words(`
      / //mcp /mcp/ /mcp?x /mcp? /mcp/../mcp /./mcp /x/../mcp /mcp/. /MCP /%6dcp /mcp%00 /mcp%20 /mcp;x /mcpx /mc
      /mcp// /sse /messages /.well-known/oauth-authorization-server /register /index.html /favicon.ico /__proto__
      /constructor /toString
    `).map(target),
    ["POST", "GET"],
  ),
  ...cases(
    "target",
    [400, 403, 404, "closed"],
    [...words("http://127.0.0.1:{p}/mcp http://evil.test/mcp https://127.0.0.1:{p}/mcp * mcp /mcp#x"), "\\mcp"].map(
      target,
    ),
    ["POST", "GET"],
  ),
];

const contentTypes = cases(
  "Content-Type",
  [415],
  [
    ["absent", () => ({ contentType: [] })],
    ...[
      ...words(`
        text/plain text/plain;charset=UTF-8 application/x-www-form-urlencoded text/json application/jsonp
        application/json-patch+json application/vnd.api+json application/javascript xapplication/json */*
        application/* application/json/x "application/json"
      `),
      "",
      "multipart/form-data; boundary=x",
      "text/plain; application/json",
      "text/plain, application/json",
      "application/json, text/plain",
      "application/ json",
    ].map((type): Bad => [`"${type}"`, () => ({ contentType: [type] })]),
    ["twice", () => ({ contentType: ["application/json", "text/plain"] })],
  ],
);

const MANY_HEADERS = 2_100;
const padding = Array.from({ length: MANY_HEADERS }, (): HeaderLine => ["a", ""]);

const disguises = [
  // Some parsers drop what comes after the first thousand or two of headers.
  ...cases(
    "behind two thousand headers",
    [400, 403, 431, "closed"],
    [
      ["Origin", () => ({ more: [...padding, ["Origin", "http://evil.test"]] })],
      ["a second Host", () => ({ more: [...padding, ["Host", "evil.test"]] })],
      ["Sec-Fetch-Site", () => ({ more: [...padding, ["Sec-Fetch-Site", "cross-site"]] })],
    ],
  ),
  ...cases(
    "WebSocket upgrade",
    [403],
    [
      ["of a page", () => ({ more: [...upgrade, ["Origin", "http://evil.test"]] })],
      ["of a sandboxed frame", () => ({ more: [...upgrade, ["Origin", "null"]] })],
    ],
    ["GET"],
  ),
  ...cases(
    "Expect: 100-continue",
    [403],
    [
      [
        "of a page",
        () => ({
          more: [
            ["Expect", "100-continue"],
            ["Origin", "http://evil.test"],
          ],
        }),
      ],
    ],
  ),
  ...cases(
    "with",
    [400, "closed"],
    [
      ["both lengths", () => ({ more: [["Transfer-Encoding", "chunked"]] })],
      ["two lengths", () => ({ more: [["Content-Length", "5"]] })],
      ["a negative length", () => ({ more: [["Content-Length", "-1"]] })],
      ["a space in a header's name", () => ({ more: [["Origin ", "http://evil.test"]] })],
      ["a zero byte in a header", () => ({ more: [["X-A", "a\0b"]] })],
      ["a bare line feed in a header", () => ({ more: [["X-A", "a\nOrigin: http://evil.test"]] })],
    ],
  ),
];

/** What asks for a WebSocket. */
export const upgrade: readonly HeaderLine[] = [
  ["Connection", "Upgrade"],
  ["Upgrade", "websocket"],
  ["Sec-WebSocket-Version", "13"],
  ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
];

const noHttp: readonly RefusedCase[] = [
  ["HTTP/0.9", () => "GET /mcp\r\n\r\n"],
  ["HTTP/1.0 without Host", () => "GET /mcp HTTP/1.0\r\n\r\n"],
  ["HTTP/2's preface", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["a TLS greeting", () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"],
  ["JSON without HTTP", () => `${body}\r\n\r\n`],
].map(([name, bytes]) => ({ name, bytes, method: "GET", expected: [400, 403, "closed"] }) as RefusedCase);

export const refusedCases: readonly RefusedCase[] = [
  ...hosts,
  ...origins,
  ...fetchSites,
  ...methods,
  ...paths,
  ...contentTypes,
  ...disguises,
  ...noHttp,
];
