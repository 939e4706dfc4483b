/** What Clio's bridge protocol promises, as data. */
import { hostKinds } from "../requirement.js";
import type { DialectGroup } from "./dialect-requirements.js";

const workbench = ["workbench"] as const;

export const clioRequirements = [
  {
    source: "clio, Message Protocol",
    hosts: hostKinds,
    behaviours: {
      "clio:connected": "connect is answered with connected, a version and the capabilities diff, apply and status.",
      "clio:openDiff": "openDiff shows and changes nothing; accepted and rejected are told with the file.",
      "clio:proposeDiff-accept": "An accepted proposal is in the buffer, then diffAccepted comes.",
      "clio:proposeDiff-reject": "A rejected proposal leaves the text as it was, and diffRejected comes.",
      "clio:applyDiff": "applyDiff goes through the developer like everything else.",
      "clio:closeDiff": "closeDiff takes the diff of a file away without a message.",
      "clio:error": "An error has a message and a code; a missing file is FILE_NOT_FOUND.",
    },
  },
  {
    source: "clio, Message Protocol",
    hosts: hostKinds,
    behaviours: { "clio:status": "status appears with its level." },
  },
  {
    source: "clio, Example Flow",
    hosts: hostKinds,
    behaviours: {
      "clio:example":
        "After an accepted openDiff, the applyDiff that carries it out is applied without another question.",
      "clio:example-range": "The proposal of the document's own example, whose range ends past its line, is shown.",
    },
  },
  {
    source: "design §4 Doors and dialects",
    hosts: hostKinds,
    behaviours: {
      "clio:mismatch": "A proposal whose oldText is not there is an error with a code, and nothing is shown.",
      "clio:id": "An id that the agent sends comes back in what answers it.",
      "clio:bad-messages": "An unknown type, no JSON, or a missing field is an error, and the connection goes on.",
      "clio:agent-gone": "When the agent is gone its openDiff is withdrawn, and its proposals stay.",
      "clio:isolation": "closeDiff and the end of one agent leave the diffs of others alone.",
      "clio:read-only": "In read-only mode diffs are rejected and nothing is changed.",
      "clio:trust": "In trust mode applyDiff is applied at once.",
      "clio:not-what-was-accepted": "An applyDiff that does something else than what was accepted is asked about.",
    },
  },
  {
    source: "clio, Security",
    hosts: hostKinds,
    behaviours: {
      "clio:loopback": "The server is reached at 127.0.0.1 and at no other address, and asks for no credentials.",
    },
  },
  {
    source: "design §5 Reviews",
    hosts: workbench,
    behaviours: { "clio:crlf": "An accepted proposal keeps the line ends of a file with CRLF." },
  },
  {
    source: "clio, Connection Discovery",
    hosts: hostKinds,
    behaviours: { "clio:bridge-file": "bridge.json has exactly its fields, for the user alone." },
  },
  {
    source: "clio, Implementation Notes",
    hosts: hostKinds,
    behaviours: {
      "clio:bridge-file-removed": "bridge.json is gone when the last window has ended.",
      "clio:windows": "Several windows have ports of their own; the newest is found, and then the other.",
    },
  },
] as const satisfies readonly DialectGroup[];
