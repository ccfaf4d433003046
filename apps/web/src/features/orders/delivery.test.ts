import type { OrderDetail, OrderRow, OrderTicket } from '@yardage/contract/orders';
import { deliveryBarWidth } from '@yardage/domain/progress';
import { describe, expect, it } from 'vitest';
import { deliveryCaption } from './components/order-drawer/order-information.ts';
import { deliveryStatus, furthestTicket, isAllDelivered, isBeingDelivered, nextTruck } from './delivery.ts';
import { liveOrdersQuery, orderQuery, ordersQuery } from './orders.api.ts';

const NOW = new Date('2026-05-04T14:00:00Z');
const at = (time: string) => `2026-05-04T${time}:00Z`;

function ticket(statusId: number, times: Partial<OrderTicket> = {}): OrderTicket {
  const none = { loadingTime: null, toJobTime: null, onJobTime: null, finishUnloadingTime: null, expectedArrivalTime: null, signOff: null };
  const ground = { id: 1, ticketNumber: '1', ticketDateTime: at('13:00'), truckNo: '11', loadNumber: 1, quantity: 10, unitOfMeasure: 'CY' };
  return { ...ground, ...none, statusId, isCancelled: false, ...times };
}

type Part = Parameters<typeof nextTruck>[0];
function order(tickets: OrderTicket[], facts: Partial<OrderDetail> = {}): Part {
  const ground = { orderStatusId: 6, qtyOrdered: 80, qtyDelivered: 0, interval: 10, loadCount: 8, startTime: at('13:00'), orderType: 1 };
  return { ...ground, tickets, ...facts };
}

const delivered = ticket(6, { toJobTime: at('13:00'), onJobTime: at('13:20'), finishUnloadingTime: at('13:40') });

describe('a cancelled ticket', () => {
  it('FED-08 counts nowhere', () => {
    const cancelled = ticket(3, { isCancelled: true });
    expect(deliveryStatus(order([cancelled]))).toBe(0);
    expect(deliveryStatus(order([delivered, cancelled]))).toBe(6);
    expect(nextTruck(order([cancelled]), new Date(at('12:00')))).toMatchObject({ kind: 'scheduled', isFirst: true });
    const captionOf = (orderType: number) => deliveryCaption(order([delivered, cancelled], { loadCount: 2, orderType }));
    expect(captionOf(1)).toBe('1 of 2 loads delivered');
    expect(captionOf(2)).toBe('1 of 2 tickets');
  });
});

describe('a rejected load', () => {
  it('ORD-26 is neither under way nor delivered', () => {
    const rejected = ticket(4, { signOff: 'rejected' });
    expect([deliveryStatus(order([rejected])), deliveryStatus(order([delivered, rejected]))]).toEqual([0, 6]);
    expect(isBeingDelivered(order([rejected], { orderStatusId: 5 }))).toBe(false);
    expect(deliveryCaption(order([delivered, { ...rejected, statusId: 6 }], { loadCount: 3 }))).toBe('1 of 3 loads delivered');
  });
});

describe('the delivery bar', () => {
  it('ORD-26 follows the furthest ticket under way', () => {
    expect(deliveryStatus(order([delivered, ticket(2), ticket(4), ticket(3)]))).toBe(4);
    expect(furthestTicket([delivered, ticket(2, { id: 7 }), ticket(1)])?.id).toBe(7);
  });

  it.each([
    [[ticket(1)], 0],
    [[ticket(2)], 9],
    [[ticket(3)], 39],
    [[ticket(4)], 65],
    [[ticket(5)], 65],
  ])('ORD-26 has the width of its status (%#)', (tickets, width) => {
    expect(deliveryBarWidth(deliveryStatus(order(tickets)))).toBe(width);
  });

  it('ORD-25 ORD-26 is complete when every ticket is finished, also while the order still ships', () => {
    expect(deliveryBarWidth(deliveryStatus(order([delivered], { qtyDelivered: 80 })))).toBe(100);
    expect(deliveryBarWidth(deliveryStatus(order([delivered], { qtyDelivered: 10, orderStatusId: 6 })))).toBe(100);
    expect(deliveryStatus(order([], { orderStatusId: 5 }))).toBe(6);
  });

  it('ORD-25 is empty before the first ticket, and for an order without counted tickets', () => {
    expect(deliveryStatus(order([]))).toBe(0);
    expect(deliveryStatus(order([delivered], { orderStatusId: 9 }))).toBe(0);
  });

  it('ORD-25 says that all is delivered only when nothing more follows', () => {
    expect(isAllDelivered(order([delivered], { qtyDelivered: 10 }))).toBe(false);
    expect(isAllDelivered(order([delivered], { qtyDelivered: 80 }))).toBe(true);
    expect(isAllDelivered(order([delivered], { qtyDelivered: 79.5, orderStatusId: 5 }))).toBe(true);
  });

  it('knows which orders change by themselves', () => {
    expect(isBeingDelivered(order([]))).toBe(true);
    expect(isBeingDelivered(order([ticket(3)], { orderStatusId: 7 }))).toBe(true);
    expect(isBeingDelivered(order([delivered], { orderStatusId: 5 }))).toBe(false);
    expect(isBeingDelivered(order([], { orderStatusId: 1 }))).toBe(false);
  });
});

describe('the next truck', () => {
  it('ORD-09 is the earliest that the server expects', () => {
    const coming = [
      ticket(3, { toJobTime: at('13:52'), expectedArrivalTime: at('14:31') }),
      ticket(2, { expectedArrivalTime: at('14:20') }),
      ticket(4, { expectedArrivalTime: at('13:59') }),
    ];
    expect(nextTruck(order([delivered, ...coming]), NOW)).toEqual({ kind: 'expected', at: at('14:20') });
  });

  it('ORD-09 is described by its place if its arrival is unknown', () => {
    expect(nextTruck(order([delivered, ticket(2), ticket(3)]), NOW)).toEqual({ kind: 'under-way', place: 'road' });
    expect(nextTruck(order([ticket(1)]), NOW)).toEqual({ kind: 'under-way', place: 'plant' });
  });

  it('is the next of the schedule while none is under way', () => {
    const soon = order([delivered], { startTime: at('13:55') });
    expect(nextTruck(soon, NOW)).toEqual({ kind: 'scheduled', at: '2026-05-04T14:05:00.000Z', isFirst: false });
    const tomorrow = order([], { orderStatusId: 1, startTime: '2026-05-05T12:00:00Z' });
    expect(nextTruck(tomorrow, NOW)).toEqual({ kind: 'scheduled', at: '2026-05-05T12:00:00.000Z', isFirst: true });
    // A load count of 0 says that nobody knows it.
    expect(nextTruck({ ...soon, loadCount: 0 }, NOW)).toMatchObject({ kind: 'scheduled', isFirst: false });
    expect(nextTruck({ ...soon, loadCount: 0, qtyOrdered: 10 }, NOW)).toBeNull();
    expect(deliveryCaption({ ...soon, loadCount: 0 })).toBe('1 of 8 loads delivered');
  });

  it('is none when the schedule is late, all loads are ticketed or the order is stopped', () => {
    expect(nextTruck(order([delivered]), NOW)).toBeNull();
    expect(nextTruck(order([delivered], { loadCount: 1, startTime: at('15:00') }), NOW)).toBeNull();
    expect(nextTruck(order([], { orderStatusId: 9, startTime: at('15:00') }), NOW)).toBeNull();
  });
});

describe('orders that are loaded', () => {
  const customer = { customerNumber: '1', datasourceId: 1, globalCustomerNumber: 'G1', dataset: 'CONE' };

  it('ORD-28 have the messages of the specification if that fails', () => {
    expect(ordersQuery(customer, {}).meta).toEqual({ failureText: 'Error While fetching Orders' });
    expect(orderQuery(customer, 1).meta).toEqual({ failureText: 'Error While fetching Orders Details' });
  });

  it('ORD-21 are fetched again every 20 seconds while one is being delivered, and not otherwise', () => {
    const { refetchInterval } = liveOrdersQuery(customer, {}, {});
    const every = (orderStatusId: number, inTransitQty: number, status = 'success') =>
      refetchInterval({ state: { data: { items: [{ orderStatusId, inTransitQty } as OrderRow] }, status } });
    expect([every(6, 0), every(7, 10), every(1, 0), every(5, 0)]).toEqual([20_000, 20_000, false, false]);
    // A failing server is asked less often.
    expect(every(6, 0, 'error')).toBe(60_000);
  });
});
