/** Requests that are good but for one part. */
import { ACCEPT, callBody, JSON_TYPE } from "./raw-agent.js";
import { type HeaderLine, requestBytes } from "./raw-http.js";

export interface Place {
  readonly port: number;
  readonly token: string;
  /** Of a living session: what gets past the gate would be dispatched. */
  readonly session: string;
}

export interface RefusedCase {
  readonly name: string;
  readonly bytes: (place: Place) => string;
  readonly method: string;
  /** Any of these. */
  readonly expected: readonly (number | "closed")[];
}

/** The parts of a good request, each replaceable by a bad one. */
export interface Parts {
  readonly method?: string;
  readonly target?: string;
  readonly host?: readonly string[];
  readonly contentType?: readonly string[];
  readonly more?: readonly HeaderLine[];
}

/** One bad part and what to call it. */
export type Bad = readonly [name: string, parts: (place: Place) => Parts];

export const body = callBody(1, "ide.editor.getOpenFiles", {});

export function requestOf(place: Place, parts: Parts): string {
  const { method = "POST", host = [`127.0.0.1:${place.port}`], more = [], target = "/mcp" } = parts;
  const posting = method === "POST";
  const { contentType = posting ? [JSON_TYPE[1]] : [] } = parts;
  const headers: HeaderLine[] = [
    ...host.map((value): HeaderLine => ["Host", value]),
    ACCEPT,
    ["Mcp-Session-Id", place.session],
    ...contentType.map((value): HeaderLine => ["Content-Type", value]),
    ...more,
  ];
  return requestBytes({ method, target, headers, ...(posting && { body }) });
}

/** Each bad part in a request of each method. */
export function cases(
  what: string,
  expected: RefusedCase["expected"],
  bads: readonly Bad[],
  methods: readonly string[] = ["POST"],
): readonly RefusedCase[] {
  return methods.flatMap((method) =>
    bads.map(([name, parts]) => ({
      name: `${method}, ${what} ${name}`,
      bytes: (place: Place) => requestOf(place, { method, ...parts(place) }),
      method,
      expected,
    })),
  );
}

export const EVERY_METHOD = ["POST", "GET", "DELETE"];

/** What stands between white space. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** `{p}` stands for the port that was connected to. */
export const fill = (template: string, { port }: Place) => template.replaceAll("{p}", `${port}`);

/** A header, or the same one several times. */
export const header = (name: string, ...values: readonly string[]): Bad => [
  values.map((value) => `"${value.slice(0, 40)}"`).join(" and "),
  (place) => ({ more: values.map((value): HeaderLine => [name, fill(value, place)]) }),
];
