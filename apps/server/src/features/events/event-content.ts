import type { PortalEvent } from '@yardage/contract/events';
import type { TicketDetail } from '@yardage/contract/tickets';
import { type Database, NO_USER_ID } from '#server/database/database';
import { findTicketsForDocument } from '#server/features/tickets/tickets.queries';
import { findTicketKeys, type StoredEvent } from './events.queries.ts';

/** Adds the current state of its ticket to each ticket event. Events of deleted tickets are left out. */
export async function completeEvents(database: Database, stored: readonly StoredEvent[], hasPrices: boolean): Promise<PortalEvent[]> {
  const tickets = new Map<string, TicketDetail>();
  for (const [customerId, ids] of ticketIdsByCustomer(stored)) {
    const actor = { customerId, userId: NO_USER_ID };
    for (const { timeZone: _, ...ticket } of await findTicketsForDocument<TicketDetail>(database, actor, ids, hasPrices)) {
      tickets.set(`${customerId} ${ticket.id}`, ticket as TicketDetail);
    }
  }
  const keys = await findTicketKeys(
    database,
    stored.flatMap(({ event }) => ticketIdOf(event) ?? []),
  );
  return stored.flatMap(({ event, customerId }) => {
    const ticketId = ticketIdOf(event);
    if (ticketId === undefined) return [event];
    const ticket = tickets.get(`${customerId} ${ticketId}`);
    const { ticketId: _, ...data } = event.data as { ticketId: number };
    const { ticketKey = null, orderKey = null } = keys.get(ticketId) ?? {};
    return ticket ? [{ ...event, data: { ...data, ticketKey, orderKey, ticket } }] : [];
  });
}

function ticketIdOf({ type, data }: StoredEvent['event']): number | undefined {
  return type.startsWith('ticket.') && type !== 'ticket.removed' ? (data as { ticketId: number }).ticketId : undefined;
}

function ticketIdsByCustomer(stored: readonly StoredEvent[]): Map<number, number[]> {
  const ids = new Map<number, number[]>();
  for (const { event, customerId } of stored) {
    const ticketId = ticketIdOf(event);
    if (ticketId !== undefined && customerId !== null) ids.set(customerId, [...(ids.get(customerId) ?? []), ticketId]);
  }
  return ids;
}
