/** Agents on WebSockets, in a process of their own: takes a `SocketJob` as its argument, prints what came of it. */
import { percentile } from "../statistics.js";
import { frameOf, SocketConnection } from "./socket-connection.js";
import type { SocketJob } from "./socket-load.js";

const WARM_UP_SECONDS = 0.5;
const WAVE = 100;

const job = JSON.parse(process.argv[2] ?? "") as SocketJob;
const url = new URL(job.url);

const clientInfo = { name: "bench", version: "1" };
const hello = request(0, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
const ready = frameOf(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));

function request(id: number, method: string, params: object): Buffer {
  return frameOf(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
}

async function arrive(): Promise<SocketConnection> {
  const connection = await SocketConnection.open(url, job.headers);
  const answer = await connection.ask(hello);
  if (!answer.includes('"result"')) throw new Error(`Not welcome: ${answer}`);
  connection.send(ready);
  return connection;
}

/** Every answer is as long as the first, which is looked at. */
async function calls(agents: readonly SocketConnection[], tool: string, seconds: number) {
  const latencies: number[] = [];
  const call = request(1, "tools/call", { name: tool, arguments: {} });
  const first = await agents[0]?.ask(call);
  if (!first?.includes('"content"')) throw new Error(`Answered with ${first}`);
  const from = performance.now() + WARM_UP_SECONDS * 1000;
  const until = from + seconds * 1000;
  const work = async (agent: SocketConnection) => {
    for (let sent = performance.now(); sent < until; ) {
      const answer = await agent.ask(call);
      if (answer.length !== first.length) throw new Error(`Answered with ${answer}`);
      const now = performance.now();
      if (sent >= from && now < until) latencies.push(now - sent);
      sent = now;
    }
  };
  await Promise.all(agents.map(work));
  return { callsPerSecond: latencies.length / seconds, p50: percentile(latencies, 0.5) };
}

/** One agent has an event published; how long it takes until the last has heard of it. */
async function events(agents: readonly SocketConnection[], tool: string, count: number) {
  const [first] = agents;
  if (!first) throw new Error("There is nobody.");
  const publish = request(1, "tools/call", { name: tool, arguments: { message: "event" } });
  const latencies: number[] = [];
  for (let i = 0; i < count; i++) {
    const sent = performance.now();
    await new Promise<void>((resolve, reject) => {
      // Everybody hears of it, and the first is answered as well.
      let missing = agents.length + 1;
      const heard = (text: string) => {
        if (text === "") reject(new Error("The server closed the connection."));
        if (--missing === 0) resolve();
      };
      for (const agent of agents) agent.onText = heard;
      first.send(publish);
    });
    latencies.push(performance.now() - sent);
  }
  return { p99: percentile(latencies, 0.99) };
}

/** In waves: all at once, and silent for a moment each, would be taken for strangers who keep others out. */
async function arriveAll(count: number): Promise<SocketConnection[]> {
  const agents: SocketConnection[] = [];
  while (agents.length < count) {
    const wave = Math.min(WAVE, count - agents.length);
    agents.push(...(await Promise.all(Array.from({ length: wave }, arrive))));
  }
  return agents;
}

const started = performance.now();
const agents = await arriveAll(job.agents);
const arrivedMs = performance.now() - started;

switch (job.what) {
  case "arrive":
    end({ arrivedMs });
    break;
  case "call":
    end(await calls(agents, job.tool, job.seconds));
    break;
  case "hear":
    end(await events(agents, job.tool, job.events));
    break;
  case "stay":
    for (const agent of agents) agent.onText = () => {};
    process.stdout.write("ready\n");
    break;
}

function end(result: object): void {
  for (const agent of agents) agent.close();
  process.stdout.write(JSON.stringify(result));
}
