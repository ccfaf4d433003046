import { describe, expect, it, vi } from 'vitest';
import { differenceOf } from './hosted-checkout.tsx';
import { createCollector } from './hosted-fields.tsx';

/** Fields whose processor answers when the test says so. */
function fieldsOf() {
  const answer = Promise.withResolvers<string | undefined>();
  const collect = vi.fn(() => answer.promise);
  return { answer, collect };
}

describe("asking the processor's fields", () => {
  it('APY-05 returns the reference once, however often Pay is clicked, and says while it waits', async () => {
    const onBusy = vi.fn();
    const collector = createCollector(onBusy);
    const fields = fieldsOf();
    const collected = [collector.collect(fields), collector.collect(fields)];
    expect(onBusy.mock.calls).toEqual([[true]]);
    fields.answer.resolve('pm_1');
    expect(await Promise.all(collected)).toEqual(['pm_1', undefined]);
    expect([fields.collect.mock.calls.length, onBusy.mock.calls]).toEqual([1, [[true], [false]]]);
    expect(await collector.collect({ collect: async () => 'pm_2' })).toBe('pm_2');
  });

  it('APY-05 returns nothing to a form that was left before the answer, so nothing is paid or saved', async () => {
    const collector = createCollector(() => undefined);
    const fields = fieldsOf();
    const collected = collector.collect(fields);
    collector.leave();
    fields.answer.resolve('pm_1');
    expect(await collected).toBeUndefined();
  });

  it('APY-05 fails if the processor does not answer, and can be asked again', async () => {
    const onBusy = vi.fn();
    const collector = createCollector(onBusy);
    const silent = { collect: () => Promise.reject(new Error('no answer')) };
    await expect(collector.collect(silent)).rejects.toThrow('no answer');
    expect(onBusy.mock.calls).toEqual([[true], [false]]);
    expect(await collector.collect({ collect: async () => 'pm_2' })).toBe('pm_2');
    const left = collector.collect(silent);
    collector.leave();
    expect(await left).toBeUndefined();
  });

  it('APY-05 PAY-41 a cart that changed meanwhile is not paid, and a notice says why', () => {
    expect(differenceOf(98, 98, true)).toBeUndefined();
    expect(differenceOf(98, 40, true)).toMatchObject({ kind: 'changed', before: 98, after: 40 });
    expect(differenceOf(98, 98, false)).toMatchObject({ kind: 'not-made' });
  });
});
