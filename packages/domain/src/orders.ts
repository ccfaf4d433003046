import type { ORDER_STATUS_NAMES, ORDER_TYPE_NAMES } from './names.messages.ts';

export type OrderType = keyof typeof ORDER_TYPE_NAMES;

/** Names for the kinds of material. */
export const ORDER_TYPE = { concrete: 1, aggregate: 2, block: 3 } as const satisfies Record<string, OrderType>;

export type OrderStatusId = keyof typeof ORDER_STATUS_NAMES;

/** A planned load is ticketed this long before it is due on the job. It is a fixed time, because a new order has no truck and no route yet. */
export const TICKET_AHEAD_MINUTES = 40;

/** Names for the statuses that rules refer to. FOB (free on board): the customer picks it up at the plant. */
export const ORDER_STATUS = {
  deleted: 0,
  toBeShipped: 1,
  fob: 2,
  willCall: 3,
  onHold: 4,
  complete: 5,
  shipping: 6,
  stopped: 7,
  backOrder: 8,
  cancelled: 9,
} as const satisfies Record<string, OrderStatusId>;

/** What one truck carries, in the material's unit, if nothing else is known. */
export const USUAL_TRUCK_LOAD: Readonly<Record<OrderType, number>> = { 1: 10, 2: 22, 3: 1080 };

/** The unit of a quantity whose record names none. */
export const DEFAULT_UNIT_OF_MEASURE = 'CY';
