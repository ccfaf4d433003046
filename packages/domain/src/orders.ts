import type { ORDER_STATUSES, ORDER_TYPES } from './names.messages.ts';

export type OrderType = keyof typeof ORDER_TYPES;

/** Names for the kinds of material. */
export const ORDER_TYPE = { concrete: 1, aggregate: 2, block: 3 } as const satisfies Record<string, OrderType>;

export type OrderStatusId = keyof typeof ORDER_STATUSES;

/** Names for the statuses that rules refer to. */
export const ORDER_STATUS = { deleted: 0, toBeShipped: 1, willCall: 3, complete: 5, shipping: 6, cancelled: 9 } as const satisfies Record<
  string,
  OrderStatusId
>;

/** The unit of a quantity whose record names none. */
export const DEFAULT_UNIT_OF_MEASURE = 'CY';
