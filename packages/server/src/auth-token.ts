import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 32 random bytes, as text that fits a header. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Takes the same time wherever the two differ, whatever their lengths. */
export function sameToken(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
