import { describe, expect, it } from 'vitest';
import { PerUserSemaphore } from './per-user-semaphore.ts';

const settings = { atOnce: 2, waiting: 1, waitMs: 60_000, message: () => 'Please wait.' };

describe('the turns of a user', () => {
  it('are two at a time, in order, and refused if too many wait', async () => {
    const turns = new PerUserSemaphore(settings);
    const [leaveFirst, leaveSecond] = [await turns.take(1), await turns.take(1)];
    const third = turns.take(1);
    await expect(turns.take(1)).rejects.toMatchObject({
      code: 'too-many-requests',
      detail: 'Please wait.',
      extras: { retryAt: expect.any(String) },
    });
    leaveFirst();
    leaveFirst();
    const leaveThird = await third;
    leaveSecond();
    leaveThird();
    expect(turns.size).toBe(0);
  });

  it('do not affect other users', async () => {
    const turns = new PerUserSemaphore({ ...settings, waiting: 0 });
    await turns.take(1);
    await turns.take(1);
    await expect(turns.take(2)).resolves.toBeTypeOf('function');
  });

  it('end for a user who left, and for one who has waited too long', async () => {
    const turns = new PerUserSemaphore({ ...settings, waitMs: 1 });
    const leave = [await turns.take(1), await turns.take(1)];
    const gone = new AbortController();
    const waiting = turns.take(1, gone.signal);
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'too-many-requests' });
    await expect(turns.take(1)).rejects.toMatchObject({ code: 'too-many-requests' });
    for (const go of leave) go();
    expect(turns.size).toBe(0);
  });
});
