/** The reason of an abort that is no wish of the caller: its connection broke. */
export class Disconnected extends Error {
  override readonly name = "Disconnected";
}
