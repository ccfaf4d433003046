import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { putAnswer } from './put-answer.ts';
import { createQueryClient } from './query-client.ts';

const queryKey = ['settings'];

/** Watches a value on a server whose reads are answered when the test says so, each with what was stored when it was sent. */
function watched(initialData: string | undefined) {
  const failures: Error[] = [];
  const client = createQueryClient((error) => void failures.push(error));
  const server = { stored: 'before', reads: [] as (() => void)[] };
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const seen = server.stored;
    signal.addEventListener('abort', () => reject(new Error('cancelled')));
    server.reads.push(() => resolve(seen));
    return promise;
  };
  const options = { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY, ...(initialData && { initialData }) };
  const stop = new QueryObserver(client, options).subscribe(() => undefined);
  return { client, server, failures, stop };
}

describe('the answer of a write', () => {
  it.each([
    ['first read', undefined],
    ['repeated read', 'before'],
  ])('SHL-19 ALR-01 is not replaced by a %s that was under way', async (_which, initialData) => {
    const { client, server, failures, stop } = watched(initialData);
    if (initialData) void client.invalidateQueries({ queryKey });
    await expect.poll(() => server.reads.length).toBe(1);
    server.stored = 'after';
    putAnswer(client, queryKey, 'after');
    expect(client.getQueryData(queryKey)).toBe('after');
    server.reads[0]?.();
    await expect.poll(() => server.reads.length).toBe(2);
    expect(client.getQueryData(queryKey)).toBe('after');
    server.reads[1]?.();
    await expect.poll(() => client.isFetching()).toBe(0);
    expect([client.getQueryData(queryKey), failures, server.reads.length]).toEqual(['after', [], 2]);
    stop();
  });

  it('SHL-19 ALR-01 causes no read if none is under way', async () => {
    const { client, server, stop } = watched('before');
    putAnswer(client, queryKey, (known: unknown) => `${String(known)}, changed`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([client.getQueryData(queryKey), server.reads.length]).toEqual(['before, changed', 0]);
    stop();
  });
});
