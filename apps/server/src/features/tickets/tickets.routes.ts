import { getTicket, getTicketPdf, listTickets, sendTicketEmail } from '@yardage/contract/tickets';
import type { Area } from '#server/features/area';
import { ticketsService } from './tickets.service.ts';

/** API-08 to API-11. */
export const ticketsArea: Area = (bind, services) => {
  const tickets = ticketsService(services);
  bind(listTickets, ({ scope, query }) => tickets.list(scope, query));
  bind(getTicket, ({ scope, params }) => tickets.detail(scope, params.ticketId));
  bind(getTicketPdf, ({ scope, params }) => tickets.pdf(scope, params.ticketId));
  bind(sendTicketEmail, ({ scope, params, body, requestId }) => tickets.sendEmail(scope, params.ticketId, body, requestId));
};
