export { FakeClock } from "./fake-clock.js";
export { MemoryHost, type MemoryHostOptions } from "./memory-host.js";
export { StringText } from "./string-text.js";
