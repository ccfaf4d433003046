import type { OrderRow } from '@yardage/contract/orders';
import { ORDER_STATUS_NAMES, ORDER_TYPE_NAMES } from '@yardage/domain/names.messages';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { toCsv } from '#web/patterns/csv.ts';
import { cellContent, csvFields } from '#web/patterns/data-table/table-column.ts';
import { orderColumns } from './order-columns.tsx';

const ORDER: OrderRow = {
  ...{ id: 1, dataset: 'CONE', orderNumber: '900001', orderType: 1, orderStatusId: 1, orderStatus: 'To Be Shipped' },
  ...{ date: '2026-03-10T12:30:00Z', shipDate: '2026-03-10', onJobTime: null, plant: 'Amnicola', plantNumber: '11' },
  ...{ shipToAddress: '1 Main St, Dayton', mix: '4000SLAB 4000 PSI SLAB', interval: 10, ticketTime: null, orderedBy: null },
  ...{ qtyOrdered: 80, qtyDelivered: 0, inTransitQty: 0, atPlantQty: 0, onRoadQty: 0, onJobQty: 0, loadCount: 8, unitOfMeasure: 'CY' },
  ...{
    job: 'Fire Hall',
    jobNumber: null,
    poNumber: 'TB1',
    quoteNumber: null,
    quoteName: null,
    customerName: 'Tarnwick',
    jobAddress1: '1 Main St',
  },
  ...{ jobAddress2: 'Dayton', altKeyOrderId: 'CONE-1' },
};
const columns = orderColumns((moment) => `at ${moment}`);
const columnOf = (id: string) => columns.find((column) => column.id === id) ?? columns[0];
const cell = (id: string, order: Partial<OrderRow> = {}): string => {
  const column = columnOf(id);
  return column ? renderToStaticMarkup(cellContent(column, { ...ORDER, ...order })) : '';
};
const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '');

describe('the columns of the orders', () => {
  it('ORD-06 are the most important ones at first; every other field can be shown', () => {
    const headings = (isHidden: boolean) =>
      columns.filter((column) => (column.isHiddenAtFirst ?? false) === isHidden).map(({ header }) => header);
    expect(headings(false)).toEqual(['Order', 'Status', 'Job', 'Product', 'Start', 'Progress']);
    expect(headings(true)).toEqual(
      expect.arrayContaining([
        ...['Type', 'Ship date', 'On job', 'Plant', 'Plant number', 'Ship to', 'Interval', 'First ticket', 'Ordered by', 'Ordered'],
        ...['Delivered', 'In transit', 'At the plant', 'On the road', 'On the job', 'Unit', 'Loads', 'PO', 'Quote', 'Quote name'],
        ...['Customer', 'Job address', 'Data set', 'Reference'],
      ]),
    );
    expect(cell('unitOfMeasure')).toBe('CY');
  });

  it('ORD-07 ORD-08 name every type and status, the status with a shape beside its word', () => {
    for (const [id, name] of Object.entries(ORDER_TYPE_NAMES)) expect(cell('orderType', { orderType: Number(id) })).toBe(name);
    for (const [id, name] of Object.entries(ORDER_STATUS_NAMES)) {
      const html = cell('orderStatus', { orderStatusId: Number(id), orderStatus: 'of the server' });
      expect(textOf(html)).toBe(name);
      expect(html).toContain('<svg');
    }
  });

  it('ORD-21 ORD-22 ORD-23 ORD-24 show delivered, on the road and ordered as a bar with its text', () => {
    const shipping = { orderStatusId: 6 };
    const orders: Partial<OrderRow>[] = [
      { ...shipping, qtyDelivered: 45, inTransitQty: 20, onRoadQty: 20 },
      { orderStatusId: 5, qtyDelivered: 96 },
      { ...shipping, qtyDelivered: 60, inTransitQty: 40, onRoadQty: 10, onJobQty: 30 },
      { orderStatusId: 9, qtyDelivered: 20, inTransitQty: 10, onRoadQty: 10 },
    ];
    const bars = orders.map((order) => cell('progress', order));
    expect(bars.map(textOf)).toEqual([
      '45 of 80 CY poured, 20 on the road',
      '96 of 80 CY poured',
      '60 of 80 CY poured, 10 on the road',
      'Cancelled',
    ]);
    const shares = bars.map((html) => [...html.matchAll(/width:([\d.]+)%/g)].map(([, share]) => Math.round(Number(share))));
    expect(shares).toEqual([
      [56, 25],
      [100, 0],
      [75, 25],
      [0, 0],
    ]);
    expect(bars[0]).toContain('title="35 CY left, 20 CY on the road"');
    expect(orders.map((order) => cell('qtyDelivered', order))).toEqual(['45', '96', '60', '0']);
    expect(orders.map((order) => cell('onRoadQty', order))).toEqual(['20', '0', '10', '0']);
  });

  it('TBL-12 ORD-21 are all exported, the progress as what remains', () => {
    const [head, line] = toCsv(csvFields(columns), [{ ...ORDER, qtyDelivered: 45 }]).split('\r\n');
    expect(head).toMatch(
      /^\uFEFFOrder,Status,Job,Product,Start,Remaining,Ordered,Delivered,In transit,At the plant,On the road,On the job,Unit,/,
    );
    expect(line).toMatch(/^900001,To Be Shipped,Fire Hall,4000SLAB 4000 PSI SLAB,at 2026-03-10T12:30:00Z,35,80,45,0,0,0,0,CY,/);
    expect(line).toContain(',03/10/2026,');
  });
});
