import type { Answer, Input } from '@yardage/contract/endpoint';
import { canSeePrices } from '@yardage/contract/permissions';
import type { getTicket, listTickets, sendTicketEmail, TicketDetail } from '@yardage/contract/tickets';
import { z } from 'zod';
import type { Member } from '#server/database/database';
import { renderDocument } from '#server/documents/render-document';
import type { AreaServices } from '#server/features/area';
import { JsonText, PdfFile } from '#server/http/answers';
import { orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { ticketDocument } from './tickets.document.ts';
import * as queries from './tickets.queries.ts';

const MAIL_KIND = 'ticket';
const mailReference = z.strictObject({ ticketId: z.int(), canSeePrices: z.boolean() });

/** What can be done with delivery tickets. */
export function ticketsService({ database, branding, mail }: AreaServices) {
  const makePdf = async (actor: Member, ticketId: number, withPrices: boolean): Promise<PdfFile> => {
    const [found] = await queries.findTicketsForDocument<TicketDetail>(database, actor, [ticketId], withPrices);
    const { timeZone, ...ticket } = orNotFound(found);
    return new PdfFile(`Ticket_${ticket.ticketNumber}.pdf`, await renderDocument(branding, ticketDocument(ticket, timeZone)));
  };

  mail.attach(MAIL_KIND, mailReference, async (actor, reference) => [await makePdf(actor, reference.ticketId, reference.canSeePrices)]);

  return {
    async list(scope: Scope, query: Input<typeof listTickets>['query']): Promise<JsonText<Answer<typeof listTickets>>> {
      const { startDate, endDate, orderType, ...page } = query;
      const filter = { from: startDate, to: endDate, timeZone: scope.timeZone, orderType: Number(orderType) || undefined };
      return new JsonText(await queries.listTickets(database, scope, page, filter));
    },

    async detail(scope: Scope, ticketId: number): Promise<JsonText<Answer<typeof getTicket>>> {
      return new JsonText(orNotFound(await queries.findTicket(database, scope, ticketId, canSeePrices(scope.permissions))));
    },

    pdf: (scope: Scope, ticketId: number): Promise<PdfFile> => makePdf(scope, ticketId, canSeePrices(scope.permissions)),

    async sendEmail(scope: Scope, ticketId: number, body: Input<typeof sendTicketEmail>['body'], requestId: string) {
      const ticket = JSON.parse(orNotFound(await queries.findTicket(database, scope, ticketId, false))) as TicketDetail;
      await mail.request(scope, {
        kind: MAIL_KIND,
        reference: { ticketId, canSeePrices: canSeePrices(scope.permissions) },
        subject: `Ticket ${ticket.ticketNumber}: ${ticket.job}`,
        body,
        action: 'tickets.send-email',
        requestId,
      });
      return { message: `Ticket successfully emailed on ${body.email}` };
    },
  };
}
