import { MantineProvider } from '@mantine/core';
import type { OrderDetail, OrderTicket } from '@yardage/contract/orders';
import { PERMISSIONS, type PermissionCode } from '@yardage/contract/permissions';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Access, AccessContext } from '#web/lib/access/access.ts';
import { OrderDetails } from './order-details.tsx';
import { OrderFacts } from './order-drawer.tsx';

// The links of a row ask for the router, which says that there is none.
beforeAll(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterAll(() => void vi.restoreAllMocks());

const TICKET: OrderTicket = {
  ...{ id: 7, ticketNumber: '40012345', ticketDateTime: '2026-05-04T13:00:00Z', truckNo: '11', loadNumber: 1, quantity: 10 },
  ...{ unitOfMeasure: 'CY', loadingTime: null, toJobTime: null, onJobTime: null, finishUnloadingTime: null, expectedArrivalTime: null },
  ...{ signOff: null, statusId: 3, isCancelled: false },
};
const ORDER: OrderDetail = {
  ...{ id: 5, dataset: 'CONE', orderNumber: '101456', orderType: 1, orderStatusId: 6, orderStatus: 'Shipping' },
  ...{ date: '2026-05-04T12:00:00Z', shipDate: '2026-05-04', onJobTime: null, plant: 'Amnicola', plantNumber: '11' },
  ...{ shipToAddress: '1 Main St', mix: '4000SLAB', interval: 10, ticketTime: null, orderedBy: null, loadCount: 8, unitOfMeasure: 'CY' },
  ...{ qtyOrdered: 80, qtyDelivered: 45, inTransitQty: 20, atPlantQty: 10, onRoadQty: 10, onJobQty: 10 },
  ...{ job: 'School', poNumber: null, quoteNumber: null, quoteName: null, customerName: 'Tarnwick', jobAddress1: '1 Main St' },
  ...{ jobAddress2: null, altKeyOrderId: 'CONE-1', jobNumber: null, startTime: '2026-05-04T12:00:00Z', tickets: [TICKET] },
};

function html(content: ReactNode, permissions: readonly PermissionCode[] = []): string {
  const access: Access = { status: 'ready', permissions: new Set(permissions), staffRole: null, failed: null, retry: () => undefined };
  return renderToStaticMarkup(
    <MantineProvider>
      <AccessContext value={access}>{content}</AccessContext>
    </MantineProvider>,
  );
}
const textOf = (markup: string): string => markup.replaceAll(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
const factsOf = (order: OrderDetail): string => html(<OrderFacts order={order} asOf={new Date()} />);
const detailsOf = (order: OrderDetail, permissions?: readonly PermissionCode[]): string =>
  html(
    <OrderDetails
      order={order}
      isLoading={false}
      failure={null}
      updatedAtMs={0}
      onRetry={() => undefined}
      onOpenTicket={() => undefined}
      pourBoard={() => null}
    />,
    permissions,
  );
const stepsOf = (markup: string) =>
  [...markup.matchAll(/<li[^>]*data-reached="(\w+)"([^>]*)>.*?<\/span>([\w ]+)</g)].map(([, isReached, rest, name]) => [
    name,
    isReached === 'true',
    rest?.includes('aria-current="step"'),
  ]);

describe('the facts of an order', () => {
  it('ORD-09 ORD-21 say how much is poured and where the rest is', () => {
    const text = textOf(factsOf(ORDER));
    expect(text).toContain('45 of 80 CY poured');
    expect(text).toContain('10 CY on the job, 10 CY on the road, 10 CY at the plant');
  });

  it('ORD-22 have a whole bar for a cancelled order, nothing delivered and nothing left', () => {
    const markup = factsOf({ ...ORDER, orderStatusId: 9, orderStatus: 'Cancelled' });
    expect(textOf(markup)).toContain('0 remaining, 0 delivered');
    expect(markup).toMatch(/<div[^>]*data-cancelled="true"[^>]*><\/div>/);
  });

  it('ORD-22 ORD-26 mention a truck that is still under way to a cancelled order, and so do its steps', () => {
    const cancelled = { ...ORDER, orderStatusId: 9, orderStatus: 'Cancelled' };
    expect(textOf(factsOf(cancelled))).toContain('0 remaining, 0 delivered, a truck is still on the road');
    expect(stepsOf(detailsOf(cancelled))[1]).toEqual(['Enroute', true, true]);
    const stopped = { ...cancelled, tickets: cancelled.tickets.map((ticket) => ({ ...ticket, isCancelled: true })) };
    expect(textOf(factsOf(stopped))).not.toContain('truck');
  });
});

describe('the steps of a delivery', () => {
  it('ORD-25 ORD-26 show how far the first truck is; its present step is not done yet', () => {
    const markup = detailsOf(ORDER);
    expect(markup).toContain('data-width="39"');
    expect(stepsOf(markup)).toEqual([
      ['Loading', true, false],
      ['Enroute', true, true],
      ['On Job', false, false],
      ['Completed', false, false],
    ]);
  });

  it('ORD-27 are a single Ticket for other products than concrete', () => {
    expect(stepsOf(detailsOf({ ...ORDER, orderType: 2 }))).toEqual([['Ticket', true, false]]);
  });
});

describe('the tickets of an order', () => {
  it('ORD-16 ORD-17 are opened with tickets.view, and plain text without; their PDF needs its own code', () => {
    const open = 'aria-label="Open ticket 40012345"';
    const openPdf = 'aria-label="PDF of ticket 40012345"';
    const shown = (...held: PermissionCode[]) => {
      const markup = detailsOf(ORDER, held);
      expect(markup).toContain('40012345');
      return [markup.includes(open), markup.includes(openPdf)];
    };
    expect(shown()).toEqual([false, false]);
    expect(shown(PERMISSIONS.TICKETS_VIEW_PDF)).toEqual([false, false]);
    expect(shown(PERMISSIONS.TICKETS_VIEW)).toEqual([true, false]);
    expect(shown(PERMISSIONS.TICKETS_VIEW, PERMISSIONS.TICKETS_VIEW_PDF)).toEqual([true, true]);
  });
});
