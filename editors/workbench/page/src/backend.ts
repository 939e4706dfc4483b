/** The page's one channel, for whoever has something to ask. */
import type { RequestName, RequestParams, RequestResult } from "@tandem/workbench-shared";
import { type Channel, RequestFailure } from "./channel.js";
import { notify } from "./state/notices.js";

let channel: Channel | undefined;

export function useChannel(connected: Channel): void {
  channel = connected;
}

/** Rejects with a `RequestFailure`. */
export function request<N extends RequestName>(name: N, params: RequestParams<N>): Promise<RequestResult<N>> {
  if (!channel) return Promise.reject(new RequestFailure("CONNECTION_LOST", "Not connected."));
  return channel.request(name, params);
}

/** Asks and tells the developer if it failed. False: it did. */
export async function tell<N extends RequestName>(name: N, params: RequestParams<N>): Promise<boolean> {
  try {
    await request(name, params);
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

export function report(error: unknown): void {
  if (!(error instanceof RequestFailure)) throw error;
  notify(`${error.message} ${error.hint}`.trim(), "bad");
}
