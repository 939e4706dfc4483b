/** The link's secret: taken from the address once, then kept for this browser tab alone. */
const KEY = "tandem.secret";

/** Removes the secret from the address bar. Undefined: this page was not opened by a link. */
export function takeSecret(): string | undefined {
  const fresh = location.hash.slice(1);
  if (fresh) {
    sessionStorage.setItem(KEY, fresh);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(KEY) ?? undefined;
}

export function forgetSecret(): void {
  sessionStorage.removeItem(KEY);
}
