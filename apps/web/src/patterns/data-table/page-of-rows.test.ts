import { describe, expect, it } from 'vitest';
import { pageOfRows } from './page-of-rows.ts';
import type { TableColumn } from './table-column.ts';

interface Row {
  name: string;
  amount: number;
}
const columns: TableColumn<Row>[] = [
  { id: 'name', header: 'Name', size: 100, sortKey: 'name', value: ({ name }) => name },
  { id: 'amount', header: 'Amount', size: 100, sortKey: 'amount', value: ({ amount }) => amount },
];
const rows = Array.from({ length: 12 }, (_none, index) => ({ name: `No ${index + 1}`, amount: (index * 7) % 12 }));
const page = (state: object, search = '') => pageOfRows(rows, columns, search, { page: 1, size: 5, sort: 'name', desc: false, ...state });

describe('a page of local rows', () => {
  it('RES-07 TBL-06 is cut like a page of the server', () => {
    expect(page({ page: 3 })).toMatchObject({ pageIndex: 3, totalCount: 12, totalPages: 3, hasNextPage: false, hasPreviousPage: true });
    expect(page({ page: 3 }).items.map(({ name }) => name)).toEqual(['No 11', 'No 12']);
  });

  it('RES-07 sorts numbers as numbers, and names in natural order', () => {
    expect(page({ sort: 'amount', desc: true }).items.map(({ amount }) => amount)).toEqual([11, 10, 9, 8, 7]);
    expect(page({}).items.map(({ name }) => name)).toEqual(['No 1', 'No 2', 'No 3', 'No 4', 'No 5']);
  });

  it('RES-07 is searched in the text of its columns', () => {
    expect(page({}, 'no 12').items.map(({ name }) => name)).toEqual(['No 12']);
    const money = { ...columns[1], cell: ({ amount }: Row) => `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}` };
    const bills = [
      { name: 'A', amount: 1250.5 },
      { name: 'B', amount: 99 },
    ];
    for (const search of ['1250.5', '1250.50', '$1,250.50', '1,250', '$1250.5', 'A, 1250']) {
      const found = pageOfRows(bills, [columns[0], money] as TableColumn<Row>[], search, { page: 1, size: 5, sort: 'name', desc: false });
      expect(
        found.items.map(({ name }) => name),
        search,
      ).toEqual(['A']);
    }
    expect(page({}, 'nothing')).toMatchObject({ items: [], totalCount: 0, totalPages: 0, hasNextPage: false });
  });
});
