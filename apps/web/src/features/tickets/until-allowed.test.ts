import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Cancelled, HttpProblem } from '#web/lib/http/http-errors.ts';
import { untilAllowed } from './download-tickets.ts';

const tooMany = () => new HttpProblem(429, {});

describe('a batch that is faster than the server allows', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('TKT-16 waits and goes on', async () => {
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
