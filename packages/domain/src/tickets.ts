/** Ticket statuses of a delivery, in the order a truck passes through them (TRK-07). */
export const TICKET_STATUSES = {
  1: 'Ticketed',
  2: 'Loaded',
  3: 'To Job',
  4: 'On Job',
  5: 'Start Unloading',
  6: 'Finish Unloading',
} as const;
export type TicketStatusId = keyof typeof TICKET_STATUSES;

/** From here on a load counts as delivered. */
export const DELIVERED_STATUS: TicketStatusId = 6;
/** From here on, until delivered, a load is on its way. */
export const IN_TRANSIT_FROM_STATUS: TicketStatusId = 2;
