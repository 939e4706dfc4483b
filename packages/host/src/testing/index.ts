export { FakeClock } from "./fake-clock.js";
export { MemoryHost } from "./memory-host.js";
export { StringText } from "./string-text.js";
