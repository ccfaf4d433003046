import { runInLanguage } from '@yardage/messages/language';
import { describe, expect, it } from 'vitest';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
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
    const { rows, total } = await fetchAllRows(listOf(250), String, ({ done }) => told.push(done), new AbortController().signal);
    expect([rows.length, rows[0], rows.at(-1), total]).toEqual([250, 0, 249, 250]);
    expect(told).toEqual([100, 200, 250]);
  });

  it('end at a limit, and report how many there are', async () => {
    const { rows, total } = await fetchAllRows(listOf(MAX_EXPORT_ROWS + 50), String, () => undefined, new AbortController().signal);
    expect([rows.length, total]).toEqual([MAX_EXPORT_ROWS, MAX_EXPORT_ROWS + 50]);
  });

  it('TBL-14 say that they are incomplete where the server stopped counting at the same number', async () => {
    const { rows, total, isTotalExact } = await fetchAllRows(
      listOf(MAX_EXPORT_ROWS, false),
      String,
      () => undefined,
      new AbortController().signal,
    );
    expect([rows.length, total, isTotalExact]).toEqual([MAX_EXPORT_ROWS, MAX_EXPORT_ROWS, false]);
  });

  it('stop when the export is cancelled', async () => {
    const controller = new AbortController();
    const { rows } = await fetchAllRows(listOf(1000), String, () => controller.abort(), controller.signal);
    expect(rows).toHaveLength(100);
  });

  /** A list that gets a new first row after its second page was read, each of the first `times` times. */
  const changing = (times: number) => {
    let added = 0;
    return async (pageIndex: number, pageSize: number) => {
      if (pageIndex === 3 && added < times) added += 1;
      const page = await listOf(250 + added)(pageIndex, pageSize);
      return { ...page, items: page.items.map((item) => item - added) };
    };
  };

  it('TBL-01 are each there once if the list changes meanwhile: the export begins again', async () => {
    const { rows, total, hasChanged } = await fetchAllRows(changing(1), String, () => undefined, new AbortController().signal);
    expect(rows).toEqual(Array.from({ length: 251 }, (_, index) => index - 1));
    expect([total, hasChanged]).toEqual([251, false]);
  });

  it('TBL-01 say that the list changed if it does so every time, and repeat no row', async () => {
    const { rows, hasChanged } = await fetchAllRows(changing(10), String, () => undefined, new AbortController().signal);
    expect([new Set(rows).size, hasChanged]).toEqual([rows.length, true]);
  });
});

it('LNG-01 the texts use the singular for one row', () => {
  const texts = () => [1, 1234].flatMap((count) => [DATA_TABLE_MESSAGES.exported(count), DATA_TABLE_MESSAGES.selected(count)]);
  expect(texts()).toEqual(['Exported 1 row', '1 selected', 'Exported 1,234 rows', '1,234 selected']);
  expect(runInLanguage('es', texts)).toEqual(['Se exportó 1 fila', '1 seleccionada', 'Se exportaron 1,234 filas', '1,234 seleccionadas']);
});
