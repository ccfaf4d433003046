import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Batcher } from './batcher.ts';

/** Returns a batcher whose runs end when the test says so, and what each run got. */
function controlled(most = 100) {
  const runs: { items: readonly number[]; end: (error?: Error) => void }[] = [];
  const batcher = new Batcher<number, number>(most, async (items) => {
    await new Promise<void>((resolve, reject) => runs.push({ items, end: (error) => (error ? reject(error) : resolve()) }));
    return items.map((item) => item * 10);
  });
  return { runs, batcher };
}

describe('batched calls', () => {
  it('run at once when alone, and together with all that arrived during the run before', async () => {
    const { runs, batcher } = controlled();
    const results = [1, 2, 3].map((item) => batcher.load(item));
    expect(runs.map(({ items }) => items)).toEqual([[1]]);
    runs[0]?.end();
    expect(await results[0]).toBe(10);
    await turn();
    // A call never joins a run that began before it.
    const late = batcher.load(4);
    expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3]]);
    runs[1]?.end();
    await turn();
    runs[2]?.end();
    expect(await Promise.all([...results, late])).toEqual([10, 20, 30, 40]);
  });

  it('are no more than the limit in a run', async () => {
    const { runs, batcher } = controlled(2);
    const all = Promise.all([1, 2, 3, 4].map((item) => batcher.load(item)));
    for (let run = 0; run < 3; run += 1) {
      runs[run]?.end();
      await turn();
    }
    expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3], [4]]);
    expect(await all).toEqual([10, 20, 30, 40]);
  });

  it('do not fail because of another call in their run', async () => {
    const batcher = new Batcher<number, number>(10, async (items) => {
      await turn();
      if (items.includes(13)) throw new Error('unlucky');
      return items;
    });
    const results = await Promise.allSettled([1, 2, 13, 4].map((item) => batcher.load(item)));
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message))).toEqual([1, 2, 'unlucky', 4]);
    expect(await batcher.load(5)).toBe(5);
  });

  it('keep the context of each call, and the run has that of none', async () => {
    const caller = new AsyncLocalStorage<string>();
    const inRuns: (string | undefined)[] = [];
    const batcher = new Batcher<string, string>(10, async (items) => {
      inRuns.push(caller.getStore());
      await turn();
      return items;
    });
    const call = (name: string) => caller.run(name, async () => [await batcher.load(name), caller.getStore()]);
    expect(await Promise.all(['one', 'two', 'three'].map(call))).toEqual([
      ['one', 'one'],
      ['two', 'two'],
      ['three', 'three'],
    ]);
    expect(inRuns).toEqual([undefined, undefined]);
  });
});
