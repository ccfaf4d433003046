import { type TicketDetail, type TicketRow, ticketDetail } from '@yardage/contract/tickets';
import { TICKET_WORDS } from '@yardage/domain/names.messages';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AccessContext } from '#web/lib/access/access.ts';
import { cellContent } from '#web/patterns/data-table/table-column.ts';
import { ticketColumns } from './ticket-columns.tsx';
import { ticketRows } from './ticket-details-dialog.tsx';
import type { TicketLinks } from './ticket-links.tsx';

// The links of a row ask for the router, which says that there is none.
beforeAll(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterAll(() => void vi.restoreAllMocks());

const TICKET: TicketRow = {
  ...{ id: 7, orderId: 3, dataset: 'CONE', ticketDateTime: '2026-05-04T13:00:00Z', ticketNumber: '40012345', orderNumber: '101456' },
  ...{ orderType: 1, invoiceDocumentNumber: '88001', statusId: 3, isCancelled: false, isStreamingAvailable: true, truckNo: '11' },
  ...{ totalQuantity: 10, qtyDelivered: 10, unitOfMeasure: 'CY', job: 'School', jobAddress: '1 Main St', loadNumber: 1, plant: 'North' },
  ...{ dueOnJobTime: null, loadingTime: null, toJobTime: '13:20', onJobTime: '13:40', finishUnloadingTime: '14:00' },
  ...{ altKeyTicketId: 'CONE-7', signOff: null },
};
const formats = { dateTime: (moment?: string | null) => `day ${moment}`, time: (moment?: string | null) => `${moment}` };
const link = { href: () => '#', open: () => undefined };
const LINKS: TicketLinks = { openDetails: () => undefined, order: link, invoice: link };

function cell(id: string, ticket: Partial<TicketRow> = {}, links = LINKS): string {
  const column = ticketColumns(formats, links, true).find((one) => one.id === id);
  const access = { status: 'ready' as const, permissions: new Set<string>(), staffRole: null, failed: null, retry: () => undefined };
  return renderToStaticMarkup(
    <AccessContext value={access}>{column ? cellContent(column, { ...TICKET, ...ticket }) : `no column ${id}`}</AccessContext>,
  );
}

describe('the columns of the tickets', () => {
  it('TKT-06 are every field, the three times under their usual names, which are those of a delivery without concrete', () => {
    const columns = ticketColumns(formats, LINKS, true);
    const headings = (isHidden: boolean) =>
      columns.filter((column) => (column.isHiddenAtFirst ?? false) === isHidden).map(({ header }) => header);
    expect(headings(false)).toEqual([
      ...['Ticket', 'Status', 'Job address', 'Ticketed', 'Order', 'Truck', 'Quantity'],
      ...['Leave Plant', 'Arrived Job', 'Finished Pour', 'Invoice'],
    ]);
    expect(headings(true)).toEqual(
      expect.arrayContaining([
        ...['Delivered', 'Unit', 'Type', 'Job', 'Load', 'Plant', 'Due on job', 'Loading'],
        ...['Live position', 'Data set', 'Reference', 'Ticket ID', 'Order ID'],
      ]),
    );
    expect(ticketColumns(formats, LINKS, false).map(({ header }) => header)).toContain('Unloaded');
    expect(cell('ticketDateTime')).toBe('day 2026-05-04T13:00:00Z');
    expect(cell('finishUnloadingTime')).toBe('<span title="day 14:00">14:00</span>');
    expect(cell('totalQuantity')).toBe('10 CY');
  });

  it('TKT-07 show a truck that is loaded or to the job as live', () => {
    const live = [1, 2, 3, 4, 5, 6].map((statusId) => /title="(At the plant|On the road)"/.exec(cell('statusId', { statusId }))?.[1]);
    expect(live).toEqual([undefined, 'At the plant', 'On the road', undefined, undefined, undefined]);
  });

  it('TKT-09 TKT-10 link to the order and to the invoice only with the code', () => {
    const none = { ...LINKS, order: null, invoice: null };
    expect([cell('orderNumber'), cell('invoiceDocumentNumber')]).toEqual([
      expect.stringContaining('aria-label="Open order 101456"'),
      expect.stringContaining('aria-label="Open invoice 88001"'),
    ]);
    expect([cell('orderNumber', {}, none), cell('invoiceDocumentNumber', {}, none)]).toEqual(['101456', '88001']);
  });
});

describe('the details of a ticket', () => {
  const fields = Object.keys(ticketDetail.shape).map((name) => [name, null]);
  const detail = { ...Object.fromEntries(fields), ...TICKET, addressLine1: '1 Main St', ticketProducts: [] } as unknown as TicketDetail;
  const labelsOf = (ticket: TicketDetail) => ticketRows(ticket, formats).map(({ label }) => label);
  const AMOUNTS = ['Subtotal', 'Tax', 'Total of this load', TICKET_WORDS.grandTotal];

  it('TKT-13 TKT-14 begin with what the list shows, and have every field', () => {
    const labels = labelsOf({ ...detail, subTotal: 1, tax: 1, total: 2, grandTotal: 2 });
    expect(labels.slice(0, 4)).toEqual(['Delivered', 'Leave Plant', 'Arrived Job', 'Finished Pour']);
    expect(labels).toEqual(
      expect.arrayContaining([
        ...['Customer', 'Customer number', 'Plant', 'Truck', 'Phone', 'PO number', 'Directions', 'Job number', 'Lot or block'],
        ...['Ordered by', 'Use', 'Slump', 'Started Pour', 'Leave Job', 'Test cylinders taken', 'Water added', 'Job address', ...AMOUNTS],
      ]),
    );
  });

  it('TKT-13 have no amount if the server sends none, as to a Field member', () => {
    expect(labelsOf(detail).filter((label) => AMOUNTS.includes(label))).toEqual([]);
  });
});
