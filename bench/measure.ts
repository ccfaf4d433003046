export interface Measured {
  p50Ms: number;
  p95Ms: number;
  perSecond: number;
}

const CROWD = 32;
/** Enough for every connection to have its statements planned and for the engines to have compiled what they run all the time. */
const WARM_UP_CALLS = 20 * CROWD;
const SINGLE_CALLS = 200;
const CROWD_CALLS = 1200;

/** What takes long is asked less often: no part of a measurement goes on for more than this. */
const PART_MS = 5000;

/** One after the other for the times, then in a crowd for the throughput; bounded in count and in time. */
export async function measure(call: () => Promise<unknown>): Promise<Measured> {
  await inCrowd(WARM_UP_CALLS, call);
  const times: number[] = [];
  const isEnough = bounds(SINGLE_CALLS);
  while (!isEnough()) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return { p50Ms: at(times, 0.5), p95Ms: at(times, 0.95), perSecond: await inCrowd(CROWD_CALLS, call) };
}

/** Answers how many calls a second were answered. */
async function inCrowd(calls: number, call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  const isEnough = bounds(calls);
  let done = 0;
  await Promise.all(
    Array.from({ length: CROWD }, async () => {
      while (!isEnough()) {
        await call();
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - startedAt);
}

/** Asked before each call: whether there were enough. */
function bounds(calls: number): () => boolean {
  const endsAt = performance.now() + PART_MS;
  let left = calls;
  return () => {
    left -= 1;
    return left < 0 || performance.now() > endsAt;
  };
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
