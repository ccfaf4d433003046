import { downloadTickets, getTicket, getTicketPdf, listTickets, sendTicketEmail, sendTicketsEmail } from '@yardage/contract/tickets';
import type { Area } from '#server/features/area';
import { assertRepeated, mailOf } from '#server/features/mail/repeated-fields';
import { ticketBatchesService } from './ticket-batches.service.ts';
import { ticketsService } from './tickets.service.ts';

/** Routes of API-08 to API-12, and of several tickets at once. */
export const ticketsArea: Area = (bind, services) => {
  const tickets = ticketsService(services);
  const batches = ticketBatchesService(services);
  bind(listTickets, ({ scope, query }) => tickets.list(scope, query));
  bind(getTicket, ({ scope, params }) => tickets.detail(scope, params.ticketId));
  bind(getTicketPdf, ({ scope, params, signal }) => tickets.pdf(scope, params.ticketId, signal));
  bind(sendTicketEmail, async ({ scope, params: { ticketId }, body, requestId }) => {
    assertRepeated(scope, body, 'ticketId', ticketId);
    await tickets.checkInvoice(scope, ticketId, body.documentNumber);
    return tickets.sendEmail(scope, ticketId, mailOf(body), requestId);
  });
  bind(sendTicketsEmail, ({ scope, body, requestId }) => batches.sendEmail(scope, body, requestId));
  bind(downloadTickets, ({ scope, body, signal }) => batches.download(scope, body, signal));
};
