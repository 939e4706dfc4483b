/** Which port a door opens on. Whatever holds a port is left alone. */

type Open<T> = (port: number) => Promise<T>;

const PORTS_TO_TRY = 100;

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

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EADDRINUSE";
}
