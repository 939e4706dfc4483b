/**
 * The one check that every request passes before anything of it is read or done.
 * A pure function of the request's head; its order is the order of the refusals.
 */
import { sameToken } from "./auth-token.js";
import type { PeerUser } from "./peer-users.js";

export interface RequestHead {
  readonly method: string;
  /** The request target as it stood in the request line. */
  readonly target: string;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly remoteAddress: string | undefined;
  /** Whose program has sent it. */
  readonly peer: PeerUser;
}

export interface Route {
  readonly path: string;
  readonly methods: readonly string[];
  /** For pages that were served here: `Origin` must be there, and name the very host that is asked. */
  readonly ownOriginOnly?: boolean;
}

export interface GateRules {
  /** The port that was connected to. */
  readonly port: number;
  readonly routes: readonly Route[];
  /** Left out: this port knows no token, and whoever it serves proves itself otherwise. */
  readonly token?: string;
  /** False: a token is honoured if given, and not asked for. */
  readonly tokenRequired: boolean;
  /** The token stands bare in exactly one of these, in lower case; left out: in `Authorization`, as a bearer's. */
  readonly tokenHeaders?: readonly string[];
  /** Further exact Host values, for containers and the like. */
  readonly extraHosts?: readonly string[];
}

export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 415;
  readonly reason: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Undefined: the request may pass. */
export function refusal(head: RequestHead, rules: GateRules): Refusal | undefined {
  const headers = collect(head.rawHeaders);
  return (
    checkPeer(head.remoteAddress) ??
    checkHost(headers, rules) ??
    checkOrigin(headers, rules) ??
    checkFetchSite(headers) ??
    checkRoute(head, headers, rules) ??
    checkUser(head.peer) ??
    checkToken(headers, rules)
  );
}

type Headers = ReadonlyMap<string, readonly string[]>;

function collect(rawHeaders: readonly string[]): Headers {
  const headers = new Map<string, string[]>();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase();
    const value = rawHeaders[i + 1] as string;
    const values = headers.get(name);
    if (values) values.push(value);
    else headers.set(name, [value]);
  }
  return headers;
}

const LOOPBACK = /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^::1$/;

function checkPeer(address: string | undefined): Refusal | undefined {
  return address !== undefined && LOOPBACK.test(address) ? undefined : forbidden("Only this machine may connect.");
}

function checkHost(headers: Headers, rules: GateRules): Refusal | undefined {
  const hosts = headers.get("host") ?? [];
  if (hosts.length !== 1) return { status: 400, reason: "Exactly one Host header is needed." };
  return allowedHosts(rules).includes(hosts[0] as string) ? undefined : forbidden("This Host is not served here.");
}

function checkOrigin(headers: Headers, rules: GateRules): Refusal | undefined {
  const origins = headers.get("origin");
  if (!origins) return undefined;
  const [origin] = origins;
  const own = allowedHosts(rules).some((host) => origin === `http://${host}`);
  return origins.length === 1 && own ? undefined : forbidden("Web pages may not connect.");
}

function checkFetchSite(headers: Headers): Refusal | undefined {
  const sites = headers.get("sec-fetch-site");
  if (!sites) return undefined;
  const same = sites.length === 1 && (sites[0] === "same-origin" || sites[0] === "none");
  return same ? undefined : forbidden("Web pages may not connect.");
}

function checkRoute(head: RequestHead, headers: Headers, rules: GateRules): Refusal | undefined {
  if (head.method === "OPTIONS") return forbidden("Cross-origin requests are not served.");
  const route = rules.routes.find(({ path }) => path === head.target);
  if (!route) return { status: 404, reason: "There is nothing at this path." };
  if (!route.methods.includes(head.method)) {
    return {
      status: 405,
      reason: `Only ${route.methods.join(", ")} are served here.`,
      headers: { Allow: route.methods.join(", ") },
    };
  }
  if (route.ownOriginOnly && headers.get("origin")?.[0] !== `http://${headers.get("host")?.[0]}`) {
    return forbidden("Only the page that is served here may connect.");
  }
  if (head.method !== "POST") return undefined;
  const types = headers.get("content-type") ?? [];
  const json = types.length === 1 && /^application\/json[ \t]*(;|$)/i.test(types[0] as string);
  return json ? undefined : { status: 415, reason: "Content-Type must be application/json." };
}

/** Where the kernel does not tell, nobody is kept out by it. */
function checkUser(peer: PeerUser): Refusal | undefined {
  switch (peer) {
    case "same":
    case "unknown":
      return undefined;
    case "other":
      return forbidden("Only programs of the same user may connect.");
    case "gone":
      return forbidden("Nobody is there any more.");
  }
}

function checkToken(headers: Headers, rules: GateRules): Refusal | undefined {
  if (rules.token === undefined) return rules.tokenRequired ? unauthorised("There is no token here.") : undefined;
  const { tokenHeaders = ["authorization"] } = rules;
  const given = tokenHeaders.flatMap((name) => headers.get(name) ?? []);
  if (given.length === 0) return rules.tokenRequired ? unauthorised("A token is required.") : undefined;
  const [value = ""] = given;
  const bare = rules.tokenHeaders ? value : /^Bearer ([\x21-\x7e]+)$/i.exec(value)?.[1];
  const right = given.length === 1 && bare !== undefined && sameToken(bare, rules.token);
  return right ? undefined : unauthorised("The token is not the one of this window.");
}

function allowedHosts({ port, extraHosts = [] }: GateRules): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, ...extraHosts];
}

function forbidden(reason: string): Refusal {
  return { status: 403, reason };
}

function unauthorised(reason: string): Refusal {
  return { status: 401, reason, headers: { "WWW-Authenticate": "Bearer" } };
}
