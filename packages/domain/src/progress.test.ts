import { describe, expect, it } from 'vitest';
import { DELIVERY_STEP_NAMES } from './names.messages.ts';
import { DELIVERY_STEPS, deliveryBarWidth, orderProgress } from './progress.ts';

const order = { orderStatusId: 6, qtyOrdered: 80, qtyDelivered: 40, inTransitQty: 20 };

describe('the progress of an order', () => {
  it('ORD-21 remaining is ordered minus delivered', () => {
    expect(orderProgress(order)).toEqual({
      isCancelled: false,
      delivered: 40,
      inTransit: 20,
      remaining: 40,
      deliveredShare: 50,
      inTransitShare: 25,
    });
  });

  it('ORD-21 remaining has no more decimals than quantities have', () => {
    expect(orderProgress({ ...order, qtyOrdered: 20, qtyDelivered: 18.9 }).remaining).toBe(1.1);
  });

  it('ORD-22 a cancelled order has 0 remaining and 0 delivered', () => {
    expect(orderProgress({ ...order, orderStatusId: 9 })).toMatchObject({ isCancelled: true, remaining: 0, delivered: 0 });
  });

  it('ORD-23 the delivered share is at most 100 %, also when more came than was ordered', () => {
    expect(orderProgress({ ...order, qtyDelivered: 96 })).toMatchObject({ deliveredShare: 100, inTransitShare: 0, remaining: 0 });
  });

  it('ORD-24 the in-transit share is capped at the remaining share', () => {
    expect(orderProgress({ ...order, qtyDelivered: 72, inTransitQty: 20 })).toMatchObject({ deliveredShare: 90, inTransitShare: 10 });
  });

  it('an order of nothing does not divide by zero', () => {
    expect(orderProgress({ ...order, qtyOrdered: 0, qtyDelivered: 0, inTransitQty: 0 })).toMatchObject({
      deliveredShare: 0,
      inTransitShare: 0,
    });
  });
});

describe('the delivery of a concrete order', () => {
  it('ORD-25 has the steps Loading, Enroute, On Job, Completed from status 2, 3, 4 and 6', () => {
    expect(DELIVERY_STEPS.map((step) => [DELIVERY_STEP_NAMES[step.id], step.fromStatus])).toEqual([
      ['Loading', 2],
      ['Enroute', 3],
      ['On Job', 4],
      ['Completed', 6],
    ]);
  });

  it.each([
    [1, 0],
    [2, 9],
    [3, 39],
    [4, 65],
    [5, 65],
    [6, 100],
  ])('ORD-26 status %i reaches %i percent', (status, width) => {
    expect(deliveryBarWidth(status)).toBe(width);
  });
});
