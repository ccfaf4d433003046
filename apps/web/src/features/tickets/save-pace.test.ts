import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSavePace } from './download-tickets.ts';

/** Chromium's limit of downloads per second and page. */
const MOST_PER_SECOND = 10;

describe('files that are saved one after the other', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('TKT-16 are never so many in a second that the browser drops some', async () => {
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

  it('TKT-16 do not wait where a document takes long anyway, and can be stopped', async () => {
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
