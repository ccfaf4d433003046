/** A time limit that can be restarted. */
export interface Deadline {
  /** Aborts with a TimeoutError at the limit, or with the reason of the first given signal that aborts. */
  signal: AbortSignal;
  /** Restarts the time limit, because something has happened. */
  restart(): void;
  /** Stops the time limit. */
  clear(): void;
}

/** Starts a time limit. It uses its own timer, because AbortSignal.timeout cannot be restarted. */
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

/** Returns whether a signal was aborted by a time limit. */
export function isOverdue(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
}

/** Makes work that does not support signals abortable: rejects with the signal's reason if it aborts first. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Waits, or rejects with the signal's reason if it aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return untilAborted(waited, signal).finally(() => clearTimeout(timer));
}
