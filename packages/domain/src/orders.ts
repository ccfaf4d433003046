/** Order types and their names (ORD-07). */
export const ORDER_TYPES = { 1: 'Concrete', 2: 'Aggregate', 3: 'Block' } as const;
export type OrderType = keyof typeof ORDER_TYPES;

/** Order statuses and their names (ORD-08). */
export const ORDER_STATUSES = {
  0: 'Deleted',
  1: 'To Be Shipped',
  2: 'FOB',
  3: 'Will Call',
  4: 'On Hold',
  5: 'Complete',
  6: 'Shipping',
  7: 'Stop Shipping',
  8: 'Back Order',
  9: 'Cancelled',
} as const;
export type OrderStatusId = keyof typeof ORDER_STATUSES;

/** Names for the statuses that rules refer to. */
export const ORDER_STATUS = { deleted: 0, toBeShipped: 1, willCall: 3, complete: 5, shipping: 6, cancelled: 9 } as const satisfies Record<
  string,
  OrderStatusId
>;

/** The unit of a quantity whose record names none. */
export const DEFAULT_UNIT_OF_MEASURE = 'CY';
