import { expect, it } from "vitest";
import { newToken, sameToken } from "./auth-token.js";

it("a token holds 32 random bytes", () => {
  const tokens = new Set(Array.from({ length: 100 }, newToken));
  expect(tokens.size).toBe(100);
  for (const token of tokens) expect(Buffer.from(token, "base64url")).toHaveLength(32);
});

it("only the same token is the same", () => {
  const token = newToken();
  expect(sameToken(token, token)).toBe(true);
  for (const other of ["", token.slice(1), `${token}x`, token.toLowerCase(), newToken()]) {
    expect(sameToken(other, token)).toBe(false);
  }
});
