/** Tokens that nobody may get in with. */
import { cases, EVERY_METHOD, header, type Parts, type RefusedCase } from "./gate-requests.js";

/** What a request may not carry as its token, whether one is required or not. */
export const wrongTokens: readonly RefusedCase[] = [
  ...cases(
    "Authorization",
    [401],
    [
      ...["", "Bearer", "Bearer ", "Bearer wrong", "Bearer null", "Basic dXNlcjpwYXNz", "Digest x", "Token x"].map(
        (value) => header("Authorization", value),
      ),
      ["of ten kilobytes", () => ({ more: [["Authorization", `Bearer ${"x".repeat(10_000)}`]] })],
      ["cut by one", ({ token }) => bearer(token.slice(0, -1))],
      ["longer by one", ({ token }) => bearer(`${token}x`)],
      ["with a space in it", ({ token }) => bearer(`${token.slice(0, 9)} ${token.slice(9)}`)],
      ["with another word after it", ({ token }) => bearer(`${token} x`)],
      ["in the other case", ({ token }) => bearer(swapCase(token))],
      ["without a scheme", ({ token }) => ({ more: [["Authorization", token]] })],
      ["of another scheme", ({ token }) => ({ more: [["Authorization", `Basic ${token}`]] })],
      ["in quotes", ({ token }) => bearer(`"${token}"`)],
      ["of two schemes", ({ token }) => ({ more: [["Authorization", `Basic x, Bearer ${token}`]] })],
    ],
    EVERY_METHOD,
  ),
  ...cases(
    "two tokens,",
    [400, 401],
    [
      ["both right", ({ token }) => ({ more: [...(bearer(token).more ?? []), ...(bearer(token).more ?? [])] })],
      ["one wrong", ({ token }) => ({ more: [...(bearer(token).more ?? []), ["Authorization", "Bearer x"]] })],
    ],
  ),
  // Node itself answers 431 where a head is over its size.
  ...cases("Authorization", [401, 431, "closed"], [header("Authorization", `Bearer ${"x".repeat(1_000_000)}`)]),
];

export const missingTokens: readonly RefusedCase[] = cases(
  "Authorization",
  [401],
  [
    ["absent", () => ({})],
    ["in another header", ({ token }) => ({ more: [["X-Authorization", `Bearer ${token}`]] })],
    ["in a cookie", ({ token }) => ({ more: [["Cookie", `token=${token}`]] })],
  ],
  EVERY_METHOD,
);

function bearer(token: string): Parts {
  return { more: [["Authorization", `Bearer ${token}`]] };
}

function swapCase(text: string): string {
  return [...text].map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())).join("");
}
