import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CALL_MS, newestCall, POLL_MS, problemOf, waitAfter } from './share-calls.ts';

describe('the calls of a shared board', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('SHR-01 only the newest counts, because an earlier one may be answered later, with an older board', () => {
    const begin = newestCall();
    const earlier = begin();
    expect([earlier.signal.aborted, earlier.isNewest()]).toEqual([false, true]);
    const newest = begin();
    expect([earlier.signal.aborted, earlier.isNewest()]).toEqual([true, false]);
    expect([newest.signal.aborted, newest.isNewest()]).toEqual([false, true]);
    vi.advanceTimersByTime(CALL_MS);
    expect([newest.signal.aborted, newest.isNewest()]).toEqual([true, true]);
    const ended = begin();
    ended.end();
    vi.advanceTimersByTime(CALL_MS);
    expect(ended.signal.aborted).toBe(false);
  });

  it('SHR-01 distinguish a server that refuses for a while, a failing one and a link that ended', () => {
    expect([404, 429, 503, 500, 401].map(problemOf)).toEqual(['gone', 'busy', 'busy', 'failed', 'failed']);
  });

  it('SHR-01 wait as long as a refusing server says, and a short time after another failure', () => {
    expect(waitAfter('busy', '600')).toBe(600_000);
    expect(waitAfter('busy', '1')).toBe(5000);
    expect(waitAfter('busy', null)).toBe(POLL_MS);
    expect(waitAfter('failed', null)).toBe(5000);
  });
});
