import type { OrderDetail } from '@yardage/contract/orders';
import { describe, expect, it } from 'vitest';
import { formatDateTime, formatTime } from '#web/lib/formats/date-format.ts';
import { joinAddress, orderRows } from './order-information.ts';

const order: OrderDetail = {
  id: 5,
  dataset: 'CONE',
  orderNumber: '101456',
  orderType: 1,
  orderStatusId: 6,
  orderStatus: 'Shipping',
  date: '2026-01-15T02:35:07Z',
  shipDate: '2026-01-14',
  onJobTime: null,
  plant: 'Amnicola',
  plantNumber: '11',
  shipToAddress: '5080 Thrasher Pike, Hixson, TN 37343',
  mix: '8000SC 8000 PSI',
  interval: 10,
  ticketTime: null,
  orderedBy: null,
  qtyOrdered: 120.5,
  qtyDelivered: 0,
  inTransitQty: 0,
  atPlantQty: 0,
  onRoadQty: 0,
  onJobQty: 0,
  loadCount: 12,
  unitOfMeasure: 'CY',
  job: 'School',
  poNumber: null,
  quoteNumber: null,
  quoteName: null,
  customerName: 'Tarnwick Builders, Inc.',
  jobAddress1: '5080 Thrasher Pike',
  jobAddress2: 'Hixson, TN 37343',
  altKeyOrderId: 'CONE-1',
  jobNumber: null,
  startTime: '2026-01-15T02:35:07Z',
  tickets: [],
};
const zone = 'America/New_York';
const formats = {
  time: (moment?: string | null) => formatTime(moment, zone),
  dateTime: (moment?: string | null) => formatDateTime(moment, zone),
};
const rows = orderRows(order, formats);
const shown = (label: string) => rows.find((row) => row.label === label)?.value;

describe('the order information', () => {
  it("ORD-14 shows start time, job start and ship date in the data source's zone", () => {
    expect(shown('Start time')).toBe('01/14/2026 21:35:07');
    expect(shown('Job start')).toBe('21:35');
    expect(shown('Ship date')).toBe('01/14/2026');
  });

  it('ORD-13 joins the two lines of the address, and shows one alone as it is', () => {
    expect(shown('Job address')).toBe('5080 Thrasher Pike, Hixson, TN 37343');
    expect(joinAddress({ jobAddress1: '5080 Thrasher Pike', jobAddress2: null })).toBe('5080 Thrasher Pike');
  });

  it('ORD-12 leaves out tickets, status, customer name, date and the single address lines', () => {
    const values = rows.map(({ value }) => value);
    for (const hidden of [order.orderStatus, order.customerName, order.jobAddress1, order.jobAddress2, order.date]) {
      expect(values).not.toContain(hidden);
    }
    for (const hidden of ['Tickets', 'Status', 'Customer name', 'Date']) expect(rows.map(({ label }) => label)).not.toContain(hidden);
  });

  it('ORD-22 shows nothing delivered and nothing on its way for a cancelled order', () => {
    const cancelled = orderRows({ ...order, orderStatusId: 9, qtyDelivered: 20, inTransitQty: 10 }, formats);
    expect(cancelled.filter(({ label }) => ['Delivered', 'In transit'].includes(label)).map(({ value }) => value)).toEqual([
      '0 CY',
      '0 CY',
    ]);
  });

  it('has no two rows with the same name', () => {
    expect(new Set(rows.map(({ label }) => label)).size).toBe(rows.length);
  });
});
