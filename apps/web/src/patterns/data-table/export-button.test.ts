import { describe, expect, it } from 'vitest';
import { fetchAllRows, MAX_EXPORT_ROWS } from './export-button.tsx';

const listOf =
  (totalCount: number, isTotalExact = true) =>
  async (pageIndex: number, pageSize: number) => {
    const first = (pageIndex - 1) * pageSize;
    const items = Array.from({ length: Math.max(0, Math.min(pageSize, totalCount - first)) }, (_, index) => first + index);
    const totalPages = Math.ceil(totalCount / pageSize);
    const flags = { isTotalExact, hasNextPage: !isTotalExact || pageIndex < totalPages, hasPreviousPage: pageIndex > 1 };
    return { items, pageIndex, pageSize, totalCount, totalPages, ...flags };
  };

describe('the rows of an export', () => {
  it('are those of every page, in order', async () => {
    const told: number[] = [];
    const { rows, total } = await fetchAllRows(listOf(250), ({ done }) => told.push(done), new AbortController().signal);
    expect([rows.length, rows[0], rows.at(-1), total]).toEqual([250, 0, 249, 250]);
    expect(told).toEqual([100, 200, 250]);
  });

  it('end at a limit, and report how many there are', async () => {
    const { rows, total } = await fetchAllRows(listOf(MAX_EXPORT_ROWS + 50), () => undefined, new AbortController().signal);
    expect([rows.length, total]).toEqual([MAX_EXPORT_ROWS, MAX_EXPORT_ROWS + 50]);
  });

  it('TBL-14 say that they are incomplete where the server stopped counting at the same number', async () => {
    const { rows, total, isTotalExact } = await fetchAllRows(listOf(MAX_EXPORT_ROWS, false), () => undefined, new AbortController().signal);
    expect([rows.length, total, isTotalExact]).toEqual([MAX_EXPORT_ROWS, MAX_EXPORT_ROWS, false]);
  });

  it('stop when the export is cancelled', async () => {
    const controller = new AbortController();
    const { rows } = await fetchAllRows(listOf(1000), () => controller.abort(), controller.signal);
    expect(rows).toHaveLength(100);
  });
});
