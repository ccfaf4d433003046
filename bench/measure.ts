export interface Measured {
  p50Ms: number;
  p95Ms: number;
  perSecond: number;
}

const CONCURRENCY = 32;
/** Enough for every connection to plan its statements and for the engines to compile hot code. */
const WARM_UP_CALLS = 20 * CONCURRENCY;
const SINGLE_CALLS = 200;
const CONCURRENT_CALLS = 1200;

/** Time limit for each part of a measurement, so that slow calls run fewer times. */
const PART_MS = 5000;

/** Measures sequential calls for latency, then concurrent ones for throughput; limited in count and time. */
export async function measure(call: () => Promise<unknown>): Promise<Measured> {
  await throughputOf(WARM_UP_CALLS, call);
  const times: number[] = [];
  const isEnough = bounds(SINGLE_CALLS);
  while (!isEnough()) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  return { p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95), perSecond: await throughputOf(CONCURRENT_CALLS, call) };
}

/** Returns the completed calls per second. */
async function throughputOf(calls: number, call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  const isEnough = bounds(calls);
  let done = 0;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (!isEnough()) {
        await call();
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - startedAt);
}

/** Returns a function to call before each call; it returns true when there were enough. */
function bounds(calls: number): () => boolean {
  const endsAt = performance.now() + PART_MS;
  let left = calls;
  return () => {
    left -= 1;
    return left < 0 || performance.now() > endsAt;
  };
}

/** Returns the value below which a share of the values is, for instance 0.95 for the 95th percentile. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
