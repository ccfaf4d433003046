interface Timer {
  dueMs: number;
  /** Set for a timer that repeats. */
  everyMs: number | undefined;
  run: () => void;
}

/** The longest time that the browser's timer takes. */
const MAX_DELAY_MS = 2 ** 31 - 1;

const timers = new Map<number, Timer>();
let lastId = 0;
/** The browser's timer, and when it runs. */
let armed: { atMs: number; handle: ReturnType<typeof setTimeout> } | undefined;

/**
 * Timers that share one timer of the browser, which is set for the first of them. A page sets and clears about fifty while it starts, most of
 * which never run. Calling the browser for each of them keeps a slow phone busy.
 */
export const sharedTimers = {
  setTimeout: (run: () => void, delayMs: number): number => add({ dueMs: performance.now() + delayMs, everyMs: undefined, run }),
  setInterval: (run: () => void, everyMs: number): number => add({ dueMs: performance.now() + everyMs, everyMs, run }),
  clearTimeout: remove,
  clearInterval: remove,
};

function add(timer: Timer): number {
  lastId += 1;
  timers.set(lastId, timer);
  arm(timer.dueMs);
  return lastId;
}

/** The browser's timer stays as it is while there are others: if nothing is due then, it is set again. */
function remove(id: number | undefined): void {
  if (id === undefined || !timers.delete(id) || timers.size > 0) return;
  clearTimeout(armed?.handle);
  armed = undefined;
}

function arm(atMs: number): void {
  if (armed && armed.atMs <= atMs) return;
  clearTimeout(armed?.handle);
  armed = { atMs, handle: setTimeout(runDue, Math.min(Math.max(atMs - performance.now(), 0), MAX_DELAY_MS)) };
}

function runDue(): void {
  armed = undefined;
  const nowMs = performance.now();
  const due = [...timers].filter(([, { dueMs }]) => dueMs <= nowMs).sort(([, one], [, other]) => one.dueMs - other.dueMs);
  for (const [id, timer] of due) {
    // One that ran before may have removed it.
    if (!timers.has(id)) continue;
    if (timer.everyMs === undefined) timers.delete(id);
    else timer.dueMs = nowMs + timer.everyMs;
    try {
      timer.run();
    } catch (error) {
      // Reported like an error in a timer of the browser, and the others still run.
      queueMicrotask(() => {
        throw error;
      });
    }
  }
  if (timers.size > 0) arm(Math.min(...[...timers.values()].map(({ dueMs }) => dueMs)));
}
