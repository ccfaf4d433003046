import { useQuery } from '@tanstack/react-query';
import { CHAT_CATEGORIES } from '@yardage/domain/chat';
import { DispatchWays, RecordChatDrawer, recordAddress } from '#web/features/chat/components/record-chat-drawer.tsx';
import { ticketQuery } from '#web/features/tickets/tickets.api.ts';
import { TICKETS_MESSAGES as MESSAGES } from '#web/features/tickets/tickets.messages.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { DetailFailure } from '#web/patterns/detail-state.tsx';

interface TicketChatProps {
  /** Undefined while the drawer is closed. Keep the drawer mounted so that it can animate closing and restore the focus. */
  ticketId: number | undefined;
  onClose: () => void;
}

/** The chat with dispatch about a ticket (CHT-19). */
export function TicketChat({ ticketId, onClose }: TicketChatProps) {
  const isOpen = ticketId !== undefined;
  const query = useQuery({ ...ticketQuery(useCustomer(), useLast(ticketId) ?? 0), enabled: isOpen });
  const ticket = query.data;
  return (
    <RecordChatDrawer
      record={isOpen ? { category: CHAT_CATEGORIES.ticket, entityId: ticketId } : undefined}
      jobAddress={ticket && recordAddress(ticket.addressLine1, ticket.addressLine2)}
      failure={ticket || !query.isError ? null : <DetailFailure query={query} />}
      context={ticket ? MESSAGES.ticketTitle(ticket.ticketNumber) : null}
      onClose={onClose}
      contactLinks={
        <DispatchWays
          mail={
            ticket && {
              subject: MESSAGES.ticketTitle(ticket.ticketNumber),
              lines: [
                [MESSAGES.ticketLine, ticket.ticketNumber],
                [MESSAGES.orderLine, ticket.orderNumber],
              ],
            }
          }
        />
      }
    />
  );
}
