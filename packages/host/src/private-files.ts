/** Files whose contents agents are not told of unasked: what commonly holds secrets. */

const secrets = [
  /^\.env($|\.)/i,
  /^\.netrc$/i,
  /^\.npmrc$/i,
  /^\.pypirc$/i,
  /^\.git-credentials$/i,
  /^id_(rsa|dsa|ecdsa|ed25519)$/i,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx)$/i,
  /^credentials(\.json)?$/i,
  /^secrets?\.(json|ya?ml|toml)$/i,
];

/** By the path from the root, `/`-separated. An example of such a file is none. */
export function holdsSecrets(relative: string): boolean {
  const name = relative.slice(relative.lastIndexOf("/") + 1);
  if (/\.(example|sample|template)$/i.test(name)) return false;
  return secrets.some((pattern) => pattern.test(name));
}
