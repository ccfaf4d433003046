import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Admission } from './admission.ts';

const here = () => false;
/** A call that is answered when `end` is called. */
function work() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { run: () => promise, end: () => resolve('done') };
}
const refusal = { code: 'service-unavailable', extras: { retryAt: expect.any(String) } };

describe('calls that arrive faster than they can be answered', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const open = () => {
    const registry = new Registry();
    return { admission: new Admission(1, pino({ level: 'silent' }), registry), registry };
  };

  it('RUN-11 wait their turn in order', async () => {
    const { admission } = open();
    const [first, second, third] = [work(), work(), work()];
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const all = [
      admission.enter(here, first.run).then(note('first')),
      admission.enter(here, second.run).then(note('second')),
      admission.enter(here, third.run).then(note('third')),
    ];
    for (const each of [third, first, second]) each.end();
    await Promise.all(all);
    expect(order).toEqual(['first', 'second', 'third']);
    await expect(admission.enter(here, async () => 'as before')).resolves.toBe('as before');
  });

  it('RUN-11 are refused once the first in line has waited for a second, and let in again when the line has moved', async () => {
    const { admission, registry } = open();
    const slow = work();
    const inside = admission.enter(here, slow.run);
    const waiting = admission.enter(here, async () => 'late');
    await vi.advanceTimersByTimeAsync(900);
    expect(() => admission.assertOpen()).not.toThrow();
    await vi.advanceTimersByTimeAsync(200);
    expect(() => admission.assertOpen()).toThrow(expect.objectContaining(refusal));
    slow.end();
    await expect(waiting).resolves.toBe('late');
    expect(() => admission.assertOpen()).not.toThrow();
    await expect(inside).resolves.toBe('done');
    expect(await registry.metrics()).toContain('http_requests_shed_total 1');
  });

  it('RUN-11 wait two and a half seconds at most, and those who were let in go on', async () => {
    const { admission } = open();
    const [slow, second, third] = [work(), work(), work()];
    const inside = [slow, second].map(({ run }) => admission.enter(here, run));
    const refused = expect(admission.enter(here, third.run)).rejects.toMatchObject(refusal);
    await vi.advanceTimersByTimeAsync(2_500);
    await refused;
    slow.end();
    second.end();
    await expect(Promise.all(inside)).resolves.toEqual(['done', 'done']);
  });

  it('RUN-11 take over the place of a call that waits too long for another system, and no place is given twice', async () => {
    const { admission } = open();
    const [stuck, next, last] = [work(), work(), work()];
    const inside = admission.enter(here, stuck.run);
    const waiting = admission.enter(here, next.run);
    await vi.advanceTimersByTimeAsync(2_000);
    next.end();
    await expect(waiting).resolves.toBe('done');
    // The place that was given up is not passed on again.
    stuck.end();
    await inside;
    void admission.enter(here, last.run);
    let isIn = false;
    void admission.enter(here, async () => {
      isIn = true;
    });
    await vi.advanceTimersByTimeAsync(500);
    expect(isIn).toBe(false);
  });

  it('RUN-11 are not worked on for callers who have left', async () => {
    const { admission } = open();
    const slow = work();
    const inside = admission.enter(here, slow.run);
    let isGone = false;
    const run = vi.fn(async () => 'unread');
    const left = expect(admission.enter(() => isGone, run)).rejects.toMatchObject(refusal);
    const next = admission.enter(here, async () => 'served');
    isGone = true;
    slow.end();
    await left;
    await expect(Promise.all([inside, next])).resolves.toEqual(['done', 'served']);
    expect(run).not.toHaveBeenCalled();
  });
});
