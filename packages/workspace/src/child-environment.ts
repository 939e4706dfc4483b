/** What the programs that a window starts see of its environment: all but the token that lets agents in. */
import { TOKEN_VARIABLE } from "@tandem/protocol";

export function childEnvironment(inherited: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const { [TOKEN_VARIABLE]: _secret, ...env } = inherited;
  return env;
}
