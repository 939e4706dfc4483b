/** Files as the dialects name them. */

const SCHEME = "file://";

/** Not percent-encoded: the real client compares what follows the scheme with its paths, to the letter. */
export function fileUri(path: string): string {
  return SCHEME + path;
}

/** The paths that a URI, or a plain path, may mean, the likelier first: the real client does not encode, others do. */
export function pathsOf(uri: string): readonly string[] {
  const path = (uri.startsWith(SCHEME) ? uri.slice(SCHEME.length) : uri).replace(/^\/([A-Za-z]:)/, "$1");
  return [...new Set([path, decoded(path)])];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
