import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Cancelled, HttpProblem } from '#web/lib/http/http-errors.ts';
import { createSavePace, untilAllowed } from './download-tickets.ts';

/** Chromium's limit of downloads per second and page. */
const MOST_PER_SECOND = 10;

describe('files that are saved one after the other', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('TKT-16 are not saved faster than the browser accepts', async () => {
    const pace = createSavePace();
    const savedAtMs: number[] = [];
    const batch = (async () => {
      for (let file = 0; file < 100; file += 1) {
        await pace(new AbortController().signal);
        savedAtMs.push(performance.now());
      }
    })();
    await vi.advanceTimersByTimeAsync(60_000);
    await batch;
    expect(savedAtMs).toHaveLength(100);
    for (const atMs of savedAtMs) {
      expect(savedAtMs.filter((other) => other >= atMs && other < atMs + 1000).length).toBeLessThan(MOST_PER_SECOND);
    }
  });

  it('TKT-16 do not wait if a document takes long anyway, and can be stopped', async () => {
    const pace = createSavePace();
    await pace(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(5000);
    await pace(new AbortController().signal);
    const stop = new AbortController();
    const waiting = expect(pace(stop.signal)).rejects.toBeDefined();
    stop.abort();
    await waiting;
  });
});

const tooMany = () => new HttpProblem(429, {});

describe("a batch that exceeds the server's rate limit", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('TKT-16 waits and continues', async () => {
    const call = vi.fn<() => Promise<string>>().mockRejectedValueOnce(tooMany()).mockRejectedValueOnce(tooMany()).mockResolvedValue('pdf');
    const onPause = vi.fn();
    const result = untilAllowed(call, onPause, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await result).toBe('pdf');
    expect(onPause).toHaveBeenCalledTimes(2);
  });

  it('TKT-16 can be stopped while it waits', async () => {
    const controller = new AbortController();
    const result = untilAllowed(() => Promise.reject(tooMany()), vi.fn(), controller.signal);
    const outcome = expect(result).rejects.toBeInstanceOf(Cancelled);
    await vi.advanceTimersByTimeAsync(1000);
    controller.abort();
    await outcome;
  });

  it('TKT-18 gives up after the minute, and at once for any other failure', async () => {
    const refused = untilAllowed(() => Promise.reject(tooMany()), vi.fn(), new AbortController().signal);
    const outcome = expect(refused).rejects.toMatchObject({ status: 429 });
    await vi.advanceTimersByTimeAsync(120_000);
    await outcome;
    const call = vi.fn(() => Promise.reject(new HttpProblem(500, {})));
    await expect(untilAllowed(call, vi.fn(), new AbortController().signal)).rejects.toMatchObject({ status: 500 });
    expect(call).toHaveBeenCalledTimes(1);
  });
});
