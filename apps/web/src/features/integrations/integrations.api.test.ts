import { QueryClient } from '@tanstack/react-query';
import { formatDateTime } from '@yardage/domain/dates';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '#web/lib/api.ts';
import { differencesQuery, endOfDay, refusedQuery, waitingQuery } from './integrations.api.ts';

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

it.each([
  ['2026-11-17', 'America/Denver', '2026-11-18T06:59:59.000Z'],
  ['2026-11-01', 'America/New_York', '2026-11-02T04:59:59.000Z'],
  ['2026-11-17', 'UTC', '2026-11-17T23:59:59.000Z'],
])('FED-01 a key can be used until the end of %s in %s, which the list shows', (day, timeZone, expected) => {
  expect(endOfDay(day, timeZone)).toBe(expected);
  expect(formatDateTime(expected, timeZone)).toMatch(/ 23:59:59$/);
});

it('FED-01 a year of more than four digits, which date fields take, is no day', () => {
  expect(endOfDay('20261-11-17', 'America/Denver')).toBeNull();
});
