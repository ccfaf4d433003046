import { describe, expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { whileLive } from './while-live.ts';

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
  it('ERR-05 of a list that refreshes itself is told once, and again after it had come', async () => {
    expect(await failuresOf(true, false, false, false)).toBe(1);
    expect(await failuresOf(true, false, true, false)).toBe(2);
  });

  it('ERR-05 of something that never came is told at every try', async () => {
    expect(await failuresOf(false, false)).toBe(2);
  });
});

describe('a list that changes by itself', () => {
  const every = whileLive((data: { isOpen: boolean }) => data.isOpen, 10_000);
  it.each([
    ['not before it came', undefined, 'pending', false],
    ['while something in it is open', { isOpen: true }, 'success', 10_000],
    ['less often while the server fails', { isOpen: true }, 'error', 60_000],
    ['not once everything in it has ended', { isOpen: false }, 'success', false],
  ] as const)('is asked for %s', (_when, data, status, expected) => {
    expect(every({ state: { data, status } })).toBe(expected);
  });
});
