import { listAuditLog } from '@yardage/contract/desk-audit';
import { MAX_COUNTED_ROWS } from '@yardage/contract/lists';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const MORE = 150;
const ROWS = MAX_COUNTED_ROWS + MORE;
let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  await app.database.transaction('system', ({ client }) =>
    client.query(
      `insert into audit_log (action, subject, detail, request_id)
       select 'test.count', case when n <= $1 then 'both' else 'one' end || ' ' || n, '{}', 'test' from generate_series(1, $2::int) n`,
      [MAX_COUNTED_ROWS, ROWS],
    ),
  );
});
afterAll(() => app?.close());

const page = async (query: Record<string, string | number>) => {
  const answer = await app.call(listAuditLog, { as: 'desk@example.com', query: { action: 'test.count', pageSize: 100, ...query } });
  expect(answer.status).toBe(200);
  const { items, ...facts } = answer.body;
  return { ...facts, rows: items.length };
};

describe('the total of a long list', () => {
  it.each([
    ['without a search', {}],
    ['with a search', { search: 'o' }],
  ])('TBL-14 stops at 10,000 rows unless it is asked for exactly, %s', async (_name, filter) => {
    const bounded = { totalCount: MAX_COUNTED_ROWS, isTotalExact: false, totalPages: 100, hasNextPage: true, rows: 100 };
    expect(await page(filter)).toMatchObject(bounded);
    expect(await page({ ...filter, pageIndex: 100 })).toMatchObject(bounded);
    const exact = { totalCount: ROWS, isTotalExact: true, totalPages: 102 };
    expect(await page({ ...filter, count: 'exact' })).toMatchObject({ ...exact, hasNextPage: true, rows: 100 });
    expect(await page({ ...filter, count: 'exact', pageIndex: 102 })).toMatchObject({ ...exact, hasNextPage: false, rows: MORE - 100 });
  });

  it('TBL-14 covers every page beyond 10,000 that is asked for, and is exact on the last one', async () => {
    const known = { totalCount: MAX_COUNTED_ROWS + 100, isTotalExact: false, totalPages: 101, hasNextPage: true, rows: 100 };
    expect(await page({ pageIndex: 101 })).toMatchObject(known);
    const last = { totalCount: ROWS, isTotalExact: true, totalPages: 102, hasNextPage: false, rows: MORE - 100 };
    expect(await page({ pageIndex: 102 })).toMatchObject(last);
    expect(await page({ pageIndex: 400 })).toMatchObject({ ...last, rows: 0 });
  });

  it('TBL-14 is exact where there are exactly 10,000 rows', async () => {
    const exact = { totalCount: MAX_COUNTED_ROWS, isTotalExact: true, totalPages: 100, hasNextPage: true };
    expect(await page({ search: 'both' })).toMatchObject(exact);
    expect(await page({ search: 'both', pageIndex: 100 })).toMatchObject({ ...exact, hasNextPage: false, rows: 100 });
  });
});
