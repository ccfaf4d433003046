import { afterEach, describe, expect, it, vi } from 'vitest';
import { everyPeriod } from './use-now.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the clock of a page', () => {
  it('REQ-01 is updated every period, and when the page is shown again after its timers were paused', () => {
    vi.useFakeTimers();
    const page = new EventTarget();
    vi.stubGlobal('document', page);
    const tell = vi.fn();
    const stop = everyPeriod(60_000, tell);
    vi.advanceTimersByTime(120_000);
    expect(tell).toHaveBeenCalledTimes(2);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(tell).toHaveBeenCalledTimes(3);
    stop();
    page.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(120_000);
    expect(tell).toHaveBeenCalledTimes(3);
  });
});
