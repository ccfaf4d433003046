export interface Measured {
  p50Ms: number;
  p95Ms: number;
  perSecond: number;
}

const WARM_UP_CALLS = 30;
const SINGLE_CALLS = 150;
const CROWD = 32;
const CROWD_CALLS = 1200;

/** One after the other for the times, then in a crowd for the throughput; bounded in count. */
export async function measure(call: () => Promise<unknown>): Promise<Measured> {
  for (let done = 0; done < WARM_UP_CALLS; done += 1) await call();
  const times: number[] = [];
  for (let done = 0; done < SINGLE_CALLS; done += 1) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const startedAt = performance.now();
  let left = CROWD_CALLS;
  await Promise.all(
    Array.from({ length: CROWD }, async () => {
      while (left > 0) {
        left -= 1;
        await call();
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return { p50Ms: at(times, 0.5), p95Ms: at(times, 0.95), perSecond: CROWD_CALLS / seconds };
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
