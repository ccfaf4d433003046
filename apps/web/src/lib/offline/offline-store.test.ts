import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_READS, type OutboxEntry, type ReadFacts, readsToRemove } from './offline-store.ts';

const NOW_MS = Date.parse('2026-11-18T12:00:00Z');
const DAY_MS = 86_400_000;

/** Answers of which each is a second older than the one before. */
const reads = (count: number, bytes: number): ReadFacts[] =>
  Array.from({ length: count }, (_, index) => ({ user: 'one', id: String(index), bytes, savedAt: NOW_MS - index * 1000 }));
const removed = (given: readonly ReadFacts[]): string[] => readsToRemove(given, NOW_MS).map(({ id }) => id);

describe('how much is kept for offline use', () => {
  it('OFF-02 is at most five days old', () => {
    const old = { user: 'one', id: 'old', bytes: 1, savedAt: NOW_MS - 5 * DAY_MS - 1 };
    expect(removed([old, ...reads(3, 1)])).toEqual(['old']);
    expect(removed([{ ...old, savedAt: NOW_MS - 5 * DAY_MS }])).toEqual([]);
  });

  it('OFF-02 excludes what was written while the clock was far ahead', () => {
    const ahead = { user: 'one', id: 'ahead', bytes: 1, savedAt: NOW_MS + 400 * DAY_MS };
    expect(removed([ahead, ...reads(3, 1)])).toEqual(['ahead']);
  });

  it('OFF-02 always includes who the user is and what they may see, however much was read since', () => {
    const access = { user: 'one', id: 'users.permissions {}', bytes: 1000, savedAt: NOW_MS - DAY_MS };
    expect(removed([...reads(MAX_READS, 1), access])).not.toContain(access.id);
    expect(removed([...reads(10, 1_000_000), access])).not.toContain(access.id);
    expect(removed([{ ...access, savedAt: NOW_MS - 6 * DAY_MS }])).toEqual([access.id]);
  });

  it('OFF-02 is at most 200 answers, and some fewer once there were too many', () => {
    expect(removed(reads(MAX_READS, 1))).toEqual([]);
    const tooMany = removed(reads(MAX_READS + 1, 1));
    expect([tooMany.length, tooMany[0], tooMany.at(-1)]).toEqual([21, '180', '200']);
  });

  it('OFF-02 is at most 8 MB, the newest first', () => {
    expect(removed(reads(10, 1_000_000))).toEqual(['8', '9']);
    expect(removed(reads(10, 1_000_000).reverse())).toEqual(['8', '9']);
  });
});

describe('the space of what is not sent yet', () => {
  const entry = (key: string): OutboxEntry => ({ key, user: 'one', kind: 'note', queue: 'a', body: key, writtenAt: 1, isRefused: false });

  /** The storage of a page that has just been loaded, on a disk. */
  async function newPage(navigator: object) {
    const onDisk = new Set<string>();
    const done = Promise.resolve();
    const objects = { put: async ({ key }: OutboxEntry) => void onDisk.add(key), delete: async (key: string) => void onDisk.delete(key) };
    vi.resetModules();
    vi.doMock('idb', () => ({ openDB: async () => ({ transaction: () => ({ store: objects, done }) }) }));
    vi.stubGlobal('navigator', navigator);
    const { putUnsent } = await import('./offline-store.ts');
    return { onDisk, putUnsent };
  }
  afterEach(() => {
    vi.doUnmock('idb');
    vi.resetModules();
    vi.unstubAllGlobals();
  });

  it('OFF-03 is asked for once, when the first entry is on the disk, so that a full phone does not drop it', async () => {
    const counts: number[] = [];
    const { onDisk, putUnsent } = await newPage({ storage: { persist: async () => counts.push(onDisk.size) } });
    await putUnsent([], ['sent']);
    expect(counts).toEqual([]);
    await putUnsent([entry('first')]);
    await putUnsent([entry('second')], ['first']);
    expect([counts, [...onDisk]]).toEqual([[1], ['second']]);
  });

  const fail = (): never => {
    throw new TypeError('There is no such thing.');
  };
  it.each([
    ['is refused', { storage: { persist: async () => false } }],
    ['fails', { storage: { persist: () => Promise.reject(new Error('Not now.')) } }],
    ['throws', { storage: { persist: fail } }],
    ['is never answered', { storage: { persist: () => new Promise(() => undefined) } }],
    ['does not exist in an old browser', { storage: {} }],
    ['does not exist on an insecure page', {}],
  ])('OFF-03 does not matter to the entry if the request %s', async (_name, navigator) => {
    const { onDisk, putUnsent } = await newPage(navigator);
    await putUnsent([entry('first')]);
    expect([...onDisk]).toEqual(['first']);
  });
});
