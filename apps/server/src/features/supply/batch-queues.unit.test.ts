import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BatchQueues } from './batch-queues.ts';

const WAIT_MS = 1000;

describe('a batch that waits for its turn', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Takes the only place of the queues until the returned function is called. */
  function occupy(queues: BatchQueues): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    void queues.run('BUSY', undefined, () => promise);
    return resolve;
  }

  it('is refused after its time, with a time at which to send it again', async () => {
    const queues = new BatchQueues(1);
    const free = occupy(queues);
    const refused = expect(queues.run('CONE', WAIT_MS, async () => 'applied')).rejects.toMatchObject({
      code: 'service-unavailable',
      extras: { retryAt: expect.any(String) },
    });
    await vi.advanceTimersByTimeAsync(WAIT_MS);
    await refused;
    free();
  });

  it('counts the time in both queues: that of its data source, and that of all data sources', async () => {
    const queues = new BatchQueues(1);
    const free = occupy(queues);
    // The first batch of the data source has the turn, and waits for the only place until half of the second one's time is over.
    const first = expect(queues.run('CONE', WAIT_MS / 2, async () => 'applied')).rejects.toThrow();
    const outcomes: string[] = [];
    const second = queues
      .run('CONE', WAIT_MS, async () => 'applied')
      .then(
        () => outcomes.push('applied'),
        () => outcomes.push('refused'),
      );
    await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
    await first;
    expect(outcomes).toEqual([]);
    await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
    expect(outcomes).toEqual(['refused']);
    free();
    await second;
  });

  it('runs when there is room in time', async () => {
    const queues = new BatchQueues(1);
    const free = occupy(queues);
    const applied = queues.run('CONE', WAIT_MS, async () => 'applied');
    await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
    free();
    expect(await applied).toBe('applied');
    expect(await queues.run('CONE', 0, async () => 'at once')).toBe('at once');
  });
});
