import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedTimers } from './timers.ts';

describe('timers that share one of the browser', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('run when they are due, in that order, and only once', () => {
    const ran: string[] = [];
    sharedTimers.setTimeout(() => ran.push('late'), 300);
    sharedTimers.setTimeout(() => ran.push('early'), 100);
    sharedTimers.setTimeout(() => ran.push('between'), 200);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(99);
    expect(ran).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ran).toEqual(['early']);
    vi.advanceTimersByTime(1000);
    expect(ran).toEqual(['early', 'between', 'late']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('repeat until they are cleared, also by themselves or by another one that is due', () => {
    const ran: string[] = [];
    const first = sharedTimers.setInterval(() => ran.push('first'), 100);
    const own: number = sharedTimers.setInterval(() => {
      ran.push('own');
      sharedTimers.clearInterval(own);
    }, 100);
    vi.advanceTimersByTime(250);
    expect(ran).toEqual(['first', 'own', 'first']);
    const other = sharedTimers.setTimeout(() => ran.push('never'), 60);
    sharedTimers.setTimeout(() => sharedTimers.clearTimeout(other), 60);
    sharedTimers.clearTimeout(first);
    sharedTimers.clearTimeout(undefined);
    sharedTimers.setTimeout(() => sharedTimers.clearTimeout(last), 40);
    const last = sharedTimers.setTimeout(() => ran.push('never'), 50);
    vi.advanceTimersByTime(55);
    expect(ran).toEqual(['first', 'own', 'first']);
    sharedTimers.clearTimeout(other);
    vi.advanceTimersByTime(1000);
    expect(ran).toEqual(['first', 'own', 'first']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are not held up by an earlier one that was cleared, nor by one that throws', async () => {
    const ran: string[] = [];
    const thrown: unknown[] = [];
    const note = (error: unknown): void => void thrown.push(error);
    process.on('uncaughtException', note);
    try {
      const early = sharedTimers.setTimeout(() => ran.push('never'), 100);
      sharedTimers.setTimeout(() => {
        throw new Error('from a timer');
      }, 200);
      sharedTimers.setTimeout(() => ran.push('after'), 200);
      sharedTimers.clearTimeout(early);
      vi.advanceTimersByTime(200);
      expect(ran).toEqual(['after']);
      await Promise.resolve();
      expect(thrown).toEqual([new Error('from a timer')]);
    } finally {
      process.off('uncaughtException', note);
    }
  });

  it('wait as long as they should, although the browser counts 24 days at most', () => {
    const ran: string[] = [];
    const monthMs = 31 * 86_400_000;
    sharedTimers.setTimeout(() => ran.push('a month later'), monthMs);
    vi.advanceTimersByTime(monthMs - 1);
    expect(ran).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ran).toEqual(['a month later']);
  });
});
