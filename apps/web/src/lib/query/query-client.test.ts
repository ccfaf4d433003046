import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { whileLive } from './endpoint-query.ts';
import { createQueryClient } from './query-client.ts';
import { createSaver } from './use-write.ts';

/** Fetches repeatedly with the given outcomes. Returns how many failures were reported. */
async function failuresOf(...comes: boolean[]): Promise<number> {
  let told = 0;
  const client = createQueryClient(() => {
    told += 1;
  });
  for (const isThere of comes) {
    const queryFn = async () => (isThere ? 'there' : Promise.reject(new Error('refused')));
    await client.query({ queryKey: ['asked'], queryFn, staleTime: 0 }).catch(() => {});
  }
  return told;
}

describe('a failure', () => {
  it('ERR-05 of a list that refreshes itself is reported once, and again after a success', async () => {
    expect(await failuresOf(true, false, false, false)).toBe(1);
    expect(await failuresOf(true, false, true, false)).toBe(2);
  });

  it('ERR-05 of data that never loaded is reported at every try', async () => {
    expect(await failuresOf(false, false)).toBe(2);
  });
});

describe('choices that are made while one is being saved', () => {
  it('ALR-01 are saved after it, the newest only, also if it fails', async () => {
    const answers: PromiseWithResolvers<void>[] = [];
    const saved: string[] = [];
    const wanted: (string | undefined)[] = [];
    const save = createSaver<string>(
      (value) => {
        saved.push(value);
        const answer = Promise.withResolvers<void>();
        answers.push(answer);
        return answer.promise;
      },
      (value) => wanted.push(value),
    );
    for (const choice of ['left', 'left near', 'left near arrived']) save(choice);
    expect(saved).toEqual(['left']);
    answers[0]?.reject(new Error('refused'));
    await vi.waitFor(() => expect(saved).toEqual(['left', 'left near arrived']), 20_000);
    expect(wanted.at(-1)).toBe('left near arrived');
    answers[1]?.resolve();
    await vi.waitFor(() => expect(wanted.at(-1)).toBeUndefined(), 20_000);
    save('none');
    expect(saved.at(-1)).toBe('none');
  });
});

describe('a read that is asked for again while it is in flight', () => {
  it('ERR-03 cancels the earlier request of the same query, and leaves the same request of another query alone', async () => {
    const client = createQueryClient(() => undefined);
    const asked: { name: string; signal: AbortSignal; answer: (value: string) => void }[] = [];
    const watch = (name: string) => {
      const queryFn = ({ signal }: { signal: AbortSignal }) => new Promise<string>((answer) => asked.push({ name, signal, answer }));
      client.setQueryData([name], 'known', { updatedAt: 1 });
      return new QueryObserver(client, { queryKey: [name], queryFn }).subscribe(() => undefined);
    };
    const stops = [watch('list'), watch('bell')];
    await vi.waitFor(() => expect(asked).toHaveLength(2), 20_000);
    void client.invalidateQueries({ queryKey: ['list'] });
    await vi.waitFor(() => expect(asked).toHaveLength(3), 20_000);
    expect(asked.map(({ name, signal }) => [name, signal.aborted])).toEqual([
      ['list', true],
      ['bell', false],
      ['list', false],
    ]);
    for (const { answer } of asked) answer('there');
    for (const stop of stops) stop();
  });
});

describe('a first read that is under way when its data changes', () => {
  /** Watches a list whose reads are answered by the test. */
  function watched(options: { enabled?: boolean } = {}) {
    const client = createQueryClient(() => undefined);
    const reads: { signal: AbortSignal; answer: (rows: string[]) => void }[] = [];
    const queryFn = ({ signal }: { signal: AbortSignal }) => new Promise<string[]>((answer) => reads.push({ signal, answer }));
    const list = { queryKey: ['list'], queryFn };
    const stop = new QueryObserver<string[]>(client, { ...list, ...options }).subscribe(() => undefined);
    return { client, reads, list, stop };
  }

  it('ERR-03 APY-10 is sent again, because its answer may be older than the change', async () => {
    const { client, reads, list, stop } = watched();
    const awaited = client.fetchQuery(list);
    await vi.waitFor(() => expect(reads).toHaveLength(1), 20_000);
    const read = client.invalidateQueries({ queryKey: ['list'] });
    await vi.waitFor(() => expect(reads).toHaveLength(2), 20_000);
    expect(reads.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    reads[0]?.answer([]);
    reads[1]?.answer(['a new pack']);
    await read;
    expect(client.getQueryState(['list'])).toMatchObject({ data: ['a new pack'], status: 'success', fetchStatus: 'idle', error: null });
    // Who waited for the first read gets the answer of the second.
    expect(await awaited).toEqual(['a new pack']);
    stop();
  });

  it('ERR-03 goes on if nobody shows it, or if those who ask let slow reads end', async () => {
    const hidden = watched({ enabled: false });
    const awaited = hidden.client.fetchQuery(hidden.list);
    await vi.waitFor(() => expect(hidden.reads).toHaveLength(1), 20_000);
    void hidden.client.invalidateQueries({ queryKey: ['list'] });
    hidden.reads[0]?.answer(['one']);
    expect(await awaited).toEqual(['one']);
    const slow = watched();
    await vi.waitFor(() => expect(slow.reads).toHaveLength(1), 20_000);
    void slow.client.invalidateQueries({ queryKey: ['list'] }, { cancelRefetch: false });
    slow.reads[0]?.answer(['two']);
    await vi.waitFor(() => expect(slow.client.getQueryData(['list'])).toEqual(['two']), 20_000);
    expect([hidden.reads.length, slow.reads.length]).toEqual([1, 1]);
    for (const { stop } of [hidden, slow]) stop();
  });
});

describe('a list that changes by itself', () => {
  const every = whileLive((data: { isOpen: boolean }) => data.isOpen, 10_000);
  it.each([
    ['not before it came', undefined, 'pending', false],
    ['while something in it is open', { isOpen: true }, 'success', 10_000],
    ['less often while the server fails', { isOpen: true }, 'error', 60_000],
    ['not once everything in it has ended', { isOpen: false }, 'success', false],
  ] as const)('is fetched %s', (_when, data, status, expected) => {
    expect(every({ state: { data, status } })).toBe(expected);
  });
});
