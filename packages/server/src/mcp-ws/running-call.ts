/** A call that has not been answered. Its signal is made when it is asked for: most answers come before anybody asks. */
export class RunningCall {
  #controller: AbortController | undefined;
  #ended: { readonly reason: unknown } | undefined;

  /** True if nobody wants the answer any more. */
  get isEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Aborted when the call has ended. */
  readonly gone = (): AbortSignal => {
    this.#controller ??= new AbortController();
    if (this.#ended) this.#controller.abort(this.#ended.reason);
    return this.#controller.signal;
  };

  /** The agent does not want it any more; with a reason: it has gone. */
  end(reason?: Error): void {
    this.#ended = { reason };
    this.#controller?.abort(reason);
  }
}
