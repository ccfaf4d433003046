import type { OrderRow } from '@yardage/contract/orders';
import { describe, expect, it } from 'vitest';
import { itemsOf } from '#web/patterns/data-table/use-table-model.ts';
import { ORDER_GROUPS } from './order-groups.ts';

const order = (id: number, job: string, shipToAddress = '1 Main St', jobNumber: string | null = null) =>
  ({ id, job, shipToAddress, jobNumber }) as OrderRow;

/** Returns the lines of the list: headings with their counts, and the ids of orders. */
function linesOf(orders: readonly OrderRow[], closed: readonly string[] = []): (string | number)[] {
  const items = itemsOf(orders, ({ id }) => String(id), ORDER_GROUPS, new Set(closed));
  return items.map((item) => (item.kind === 'row' ? item.row.id : `${item.title}: ${item.count}`));
}

describe('the standard view of orders', () => {
  it('ORD-01 groups by job: by its number, otherwise by name and address, whatever its spelling', () => {
    const orders = [
      order(1, 'Slab'),
      order(2, 'Slab', '9 Other St'),
      order(3, 'SLAB', '1  main st'),
      order(4, 'Slab', '1 Main St', 'J-12'),
      order(5, 'Slab, phase 2', '3 Main St', 'J-12'),
    ];
    expect(linesOf(orders)).toEqual(['Slab (1 Main St): 2', 1, 3, 'Slab (9 Other St): 1', 2, 'Slab (J-12): 2', 4, 5]);
  });

  it('ORD-01 names a job by its first order, without its place if no other job has the name', () => {
    expect(linesOf([order(1, 'SLAB'), order(2, 'Slab'), order(3, 'Wall', '9 Other St', 'J-13')])).toEqual(['SLAB: 2', 1, 2, 'Wall: 1', 3]);
  });

  it('ORD-01 shows only the heading of a closed group, and no headings without groups', () => {
    const orders = [order(1, 'Slab'), order(2, 'Wall')];
    const [heading] = itemsOf(orders, ({ id }) => String(id), ORDER_GROUPS, new Set());
    expect(linesOf(orders, [heading?.key ?? ''])).toEqual(['Slab: 1', 'Wall: 1', 2]);
    expect(itemsOf(orders, ({ id }) => String(id), undefined, new Set()).map(({ key }) => key)).toEqual(['1', '2']);
  });
});
