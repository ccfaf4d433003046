import type { Answer, Input } from '@yardage/contract/endpoint';
import { canSeePrices } from '@yardage/contract/permissions';
import { type getTicket, type listTickets, sendTicketEmail } from '@yardage/contract/tickets';
import type { AreaServices } from '#server/features/area';
import { isInvoiceOf } from '#server/features/invoices/invoices.queries';
import { MAIL_SUBJECTS } from '#server/features/mail/mail.messages';
import { recordDocuments } from '#server/features/mail/record-documents';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { readTicketPapers, type TicketPaper } from './ticket-papers.ts';
import * as queries from './tickets.queries.ts';

/** The operations on delivery tickets. */
export function ticketsService(services: AreaServices) {
  const { database } = services;
  return {
    /** `only` has filters that only the assistant uses. */
    async list(
      scope: Scope,
      query: Input<typeof listTickets>['query'],
      only: Pick<queries.TicketFilter, 'orderIds' | 'signOff' | 'onlyDelivered'> = {},
    ): Promise<JsonText<Answer<typeof listTickets>>> {
      const { startDate, endDate, orderType, signOff, ...page } = query;
      const filter = {
        from: startDate,
        to: endDate,
        timeZone: scope.timeZone,
        orderType: Number(orderType) || undefined,
        signOff: signOff ? { signOff } : undefined,
        ...only,
      };
      return new JsonText(await queries.listTickets(database, scope, page, filter));
    },

    async detail(scope: Scope, ticketId: number): Promise<JsonText<Answer<typeof getTicket>>> {
      return new JsonText(orNotFound(await queries.findTicket(database, scope, ticketId, canSeePrices(scope.permissions))));
    },

    /** Throws 404 if the ticket is not on the invoice that the caller names. */
    async checkInvoice(scope: Scope, ticketId: number, documentNumber: string | undefined): Promise<void> {
      if (documentNumber === undefined) return;
      if (!(await isInvoiceOf(database, scope, documentNumber, { orderId: undefined, ticketId }))) throw new ApiError('not-found');
    },

    ...recordDocuments<number, TicketPaper>(services, {
      endpoint: sendTicketEmail,
      name: 'Ticket',
      find: async (actor, ticketId, { withPrices }) => (await readTicketPapers(database, actor, [ticketId], withPrices))[0],
      number: ({ ticket }) => ticket.ticketNumber,
      subject: ({ ticket }) => MAIL_SUBJECTS.ticketForJob(ticket.ticketNumber, ticket.job),
      document: ({ document }) => document,
    }),
  };
}
