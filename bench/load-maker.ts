/** The process that makes a load: takes a `LoadJob` as its argument, prints a `LoadResult`. */
import { type Answer, Connection } from "./connection.js";
import type { LoadJob, LoadResult } from "./load.js";
import { initializedNotification, initializeRequest, sessionCall, sessionHeaders, statelessCall } from "./requests.js";
import { percentile } from "./statistics.js";

const WARM_UP_SECONDS = 0.5;

const job = JSON.parse(process.argv[2] ?? "") as LoadJob;
const url = new URL(job.url);

interface Agent {
  readonly connection: Connection;
  readonly call: Buffer;
}

async function arrive(): Promise<Agent> {
  const connection = await Connection.open(Number(url.port));
  if (job.era === "stateless") return { connection, call: statelessCall(url, job.tool) };
  const session = sessionHeaders(await connection.send(initializeRequest(url)));
  await connection.send(initializedNotification(url, session));
  return { connection, call: sessionCall(url, session, job.tool) };
}

/** When a call still counts, and when no further one is begun. */
function plan({ amount }: LoadJob): { counts: () => boolean; goesOn: () => boolean } {
  if ("calls" in amount) {
    let left = amount.calls;
    return { counts: () => true, goesOn: () => left-- > 0 };
  }
  const from = performance.now() + WARM_UP_SECONDS * 1000;
  const until = from + amount.seconds * 1000;
  return {
    counts: () => performance.now() >= from && performance.now() < until,
    goesOn: () => performance.now() < until,
  };
}

/** The bytes of every answer are as many as those of the first, which is looked at. */
function checker(): (answer: Answer) => void {
  let length: number | undefined;
  return ({ status, body }) => {
    if (length === undefined && status === 200 && body.includes('"structuredContent"')) length = body.length;
    if (status !== 200 || body.length !== length) throw new Error(`Answered with ${status}: ${body.slice(0, 500)}`);
  };
}

async function work(agents: readonly Agent[]): Promise<LoadResult> {
  const latencies: number[] = [];
  const check = checker();
  const { counts, goesOn } = plan(job);
  const started = performance.now();
  await Promise.all(
    agents.map(async ({ connection, call }) => {
      while (goesOn()) {
        const sent = performance.now();
        check(await connection.send(call));
        if (counts()) latencies.push(performance.now() - sent);
      }
    }),
  );
  const seconds = "seconds" in job.amount ? job.amount.seconds : (performance.now() - started) / 1000;
  return {
    calls: latencies.length,
    callsPerSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

const agents = await Promise.all(Array.from({ length: job.agents }, arrive));
const result = await work(agents);
for (const { connection } of agents) connection.close();
process.stdout.write(JSON.stringify(result));
