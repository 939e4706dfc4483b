/** Errors as they come over a wire, as the errors that this library throws. */
import { errorCodes, errors, IdeError } from "@tandem/protocol";
import { parseJson } from "./parse-json.js";

/** The error in a failed tool's text: ours as JSON, or whatever another editor wrote. */
export function errorInText(text: string): IdeError {
  const wire = (parseJson(text) as { error?: WireLike } | undefined)?.error;
  return fromWire(wire) ?? errors.internal(text);
}

/** What may be an error of ours. */
interface WireLike {
  readonly code?: string;
  readonly message?: string;
  readonly hint?: string;
}

/** Undefined if it is none of ours. */
export function fromWire(error: WireLike | undefined): IdeError | undefined {
  const code = errorCodes.find((known) => known === error?.code);
  if (code === undefined) return undefined;
  return new IdeError(code, String(error?.message), error?.hint === undefined ? {} : { hint: error.hint });
}
