/** A time limit that can be moved while something happens. */
export interface Deadline {
  /** Aborts with a TimeoutError at the limit, or with the reason of the first given signal that aborts. */
  signal: AbortSignal;
  /** Something happened: the time counts from now on. */
  restart(): void;
  /** What was waited for is over. */
  clear(): void;
}

/** Starts a time limit. A timer of its own and not AbortSignal.timeout, because that one cannot be moved. */
export function startDeadline(limitMs: number, signals: readonly (AbortSignal | undefined)[] = []): Deadline {
  const own = new AbortController();
  const expire = (): void => own.abort(new DOMException('There was no answer in time.', 'TimeoutError'));
  let timer = setTimeout(expire, limitMs);
  return {
    signal: AbortSignal.any([own.signal, ...signals.filter((signal) => signal !== undefined)]),
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(expire, limitMs);
    },
    clear: () => clearTimeout(timer),
  };
}

/** Whether a signal was aborted because its time was over. */
export function isOverdue(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
}

/** The result of something that knows no signal; rejects with the signal's reason where that is earlier. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Waits, or rejects with the signal's reason. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return untilAborted(waited, signal).finally(() => clearTimeout(timer));
}
