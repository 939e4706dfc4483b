/** Which port a door opens on. Whatever holds a port is left alone. */

type Open<T> = (port: number) => Promise<T>;

const PORTS_TO_TRY = 100;
/** Below those that systems give to outgoing connections (Linux from 32,768, others from 49,152), above most services. */
const UNCLAIMED = { from: 20_000, to: 32_000 };

/** At random; whether it is free is not known. */
export function unclaimedPort(): number {
  return UNCLAIMED.from + Math.floor(Math.random() * (UNCLAIMED.to - UNCLAIMED.from));
}

/** On the first free port from `first` on. */
export async function openNear<T>(first: number, open: Open<T>): Promise<T> {
  for (let port = first; port < first + PORTS_TO_TRY; port++) {
    try {
      return await open(port);
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  return open(0);
}

/** On a remembered port if it is free, and else as `otherwise` says: on any, if that is left out. 0 remembers nothing. */
export async function openAgain<T>(
  port: number,
  open: Open<T>,
  otherwise: () => Promise<T> = () => open(0),
): Promise<T> {
  if (port === 0) return otherwise();
  try {
    return await open(port);
  } catch (error) {
    if (!isTaken(error)) throw error;
    return otherwise();
  }
}

export function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EADDRINUSE";
}
