import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '#web/lib/api.ts';
import { differencesQuery, refusedQuery, waitingQuery } from './integrations.api.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['waiting', waitingQuery],
  ['refused', refusedQuery],
  ['differing', differencesQuery],
])('FED-05 FED-12 %s records beyond the first hundred can be reached, and those of one data source', async (_name, query) => {
  const asked: unknown[] = [];
  vi.spyOn(api, 'call').mockImplementation((async (_endpoint: unknown, { query }: { query: { after?: number } }) => {
    asked.push(query);
    const after = query.after ?? 0;
    return { total: 250, next: after < 200 ? after + 100 : null, items: [after] };
  }) as never);
  const client = new QueryClient();
  const options = query({ dataSource: 'CONE', resource: '' }) as ReturnType<typeof differencesQuery>;
  const { pages } = await client.fetchInfiniteQuery({ ...options, pages: 9 });
  expect(pages.map(({ items }) => items)).toEqual([[0], [100], [200]]);
  expect(asked).toEqual([undefined, 100, 200].map((after) => ({ limit: 100, dataSource: 'CONE', ...(after && { after }) })));
});
