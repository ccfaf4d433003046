import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Input } from '@yardage/contract/endpoint';
import { canSeePrices, PERMISSIONS } from '@yardage/contract/permissions';
import { type downloadTickets, sendTicketsEmail, TICKET_ATTACHMENTS } from '@yardage/contract/tickets';
import { formatDateMinute } from '@yardage/domain/dates';
import yazl from 'yazl';
import { z } from 'zod';
import type { Member } from '#server/database/database';
import type { DocumentDefinition } from '#server/documents/document-definition';
import { readAhead } from '#server/documents/document-renderer';
import type { AreaServices } from '#server/features/area';
import { findInvoicesForDocument } from '#server/features/invoices/invoice-document.queries';
import { invoiceDocument } from '#server/features/invoices/invoices.document';
import { MAIL_SENT, MAIL_SUBJECTS } from '#server/features/mail/mail.messages';
import { type DocumentVisibility, documentVisibilityOf } from '#server/features/mail/record-documents';
import { FileStream, PdfFile } from '#server/http/answers';
import { ApiError } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { readTicketPapers, type TicketPaper } from './ticket-papers.ts';
import { TICKETS_MESSAGES } from './tickets.messages.ts';
import * as queries from './tickets.queries.ts';

const MAIL_KIND = 'tickets';
const mailReference = z.strictObject({
  ticketIds: z.array(z.int()),
  attachments: z.enum(TICKET_ATTACHMENTS),
  canSeePrices: z.boolean(),
});
/** Lists which ticket each file of the ZIP is. */
const INDEX_FILE = 'Index.txt';
/** How many tickets are read at a time, so that a large batch is never completely in memory. */
const CHUNK_SIZE = 25;

/** The operations on several tickets at once. */
export function ticketBatchesService({ database, documents, limits, mail }: AreaServices) {
  /** Checks that all tickets belong to the customer: one foreign id refuses the whole request. */
  async function checkOwn(actor: Member, ticketIds: readonly number[]) {
    const own = await queries.findOwnTickets(database, actor, ticketIds);
    if (own.length !== ticketIds.length) throw new ApiError('not-found', { detail: TICKETS_MESSAGES.notFound });
    return own;
  }

  async function* tickets(actor: Member, ticketIds: readonly number[], withPrices: boolean) {
    for (let start = 0; start < ticketIds.length; start += CHUNK_SIZE) {
      const chunk = ticketIds.slice(start, start + CHUNK_SIZE);
      yield* await readTicketPapers(database, actor, chunk, withPrices);
    }
  }

  async function* ticketDocuments(actor: Member, ticketIds: readonly number[], withPrices: boolean): AsyncGenerator<DocumentDefinition> {
    for await (const { document } of tickets(actor, ticketIds, withPrices)) yield document;
  }

  async function* invoiceDocuments(
    actor: Member,
    documentNumbers: readonly string[],
    visibility: DocumentVisibility,
  ): AsyncGenerator<DocumentDefinition> {
    for (let start = 0; start < documentNumbers.length; start += CHUNK_SIZE) {
      const chunk = documentNumbers.slice(start, start + CHUNK_SIZE);
      for (const invoice of await findInvoicesForDocument(database, actor, chunk, visibility)) yield invoiceDocument(invoice, visibility);
    }
  }

  async function* zipOf(actor: Member, ticketIds: readonly number[], withPrices: boolean): AsyncGenerator<Buffer> {
    const zip = new yazl.ZipFile();
    const output = zip.outputStream as Readable;
    const index: string[] = [];
    for await (const { ticket, timeZone, document } of tickets(actor, ticketIds, withPrices)) {
      const fileName = `Ticket_${ticket.id}.pdf`;
      index.push(indexLine(fileName, ticket, timeZone));
      const pdf = await documents.render(document);
      // A PDF is already compressed.
      zip.addBuffer(pdf, fileName, { compress: false, mtime: new Date(ticket.ticketDateTime) });
      yield output.read() ?? Buffer.alloc(0);
    }
    zip.addBuffer(Buffer.from(index.join('')), INDEX_FILE, { compress: false });
    zip.end();
    yield* output;
  }

  /** Invoices have their own code. */
  const checkInvoices = ({ permissions }: Scope, attachments: (typeof TICKET_ATTACHMENTS)[number]) => {
    if (attachments !== 'tickets' && !permissions.has(PERMISSIONS.INVOICES_VIEW_PDF)) throw new ApiError('permission-missing');
  };

  mail.declareDocument(MAIL_KIND, sendTicketsEmail.access.anyOf, mailReference, async (scope, { ticketIds, attachments, ...asked }) => {
    checkInvoices(scope, attachments);
    const own = await checkOwn(scope, ticketIds);
    const withPrices = asked.canSeePrices && canSeePrices(scope.permissions);
    async function* all(): AsyncGenerator<DocumentDefinition> {
      if (attachments !== 'invoices') yield* ticketDocuments(scope, ticketIds, withPrices);
      if (attachments !== 'tickets') yield* invoiceDocuments(scope, invoicesOf(own), documentVisibilityOf(scope.permissions));
    }
    const name = { invoices: 'Invoices', tickets: 'Tickets', both: 'Tickets_and_invoices' }[attachments];
    return [new PdfFile(`${name}.pdf`, await buffer(documents.merge(TICKETS_MESSAGES.files[attachments], all())))];
  });

  return {
    async sendEmail(
      scope: Scope,
      { ticketIds, attachments, bccEmails, attachmentMode: _, ...body }: Input<typeof sendTicketsEmail>['body'],
      requestId: string,
    ) {
      checkInvoices(scope, attachments);
      const own = await checkOwn(scope, ticketIds);
      const withoutInvoice = own.filter((ticket) => !ticket.invoiceDocumentNumber);
      if (attachments === 'invoices' && withoutInvoice.length === own.length) {
        throw new ApiError('validation-failed', { fieldErrors: { attachments: [TICKETS_MESSAGES.noInvoices] } });
      }
      await mail.queueRequested(scope, {
        kind: MAIL_KIND,
        reference: { ticketIds, attachments, canSeePrices: canSeePrices(scope.permissions) },
        subject: own.length === 1 ? MAIL_SUBJECTS.ticket(own[0]?.ticketNumber ?? '') : MAIL_SUBJECTS.tickets(own.length),
        body,
        bccEmails,
        action: 'tickets.send-emails',
        requestId,
      });
      return { message: MAIL_SENT.Ticket(body.email) };
    },

    /** The download slot is freed when the file was read or the client disconnected. */
    async download(scope: Scope, { ticketIds, format }: Input<typeof downloadTickets>['body'], signal: AbortSignal): Promise<FileStream> {
      const leave = await limits.downloads.take(scope.userId, signal);
      try {
        await checkOwn(scope, ticketIds);
        const withPrices = canSeePrices(scope.permissions);
        const file =
          format === 'zip'
            ? new FileStream('Tickets.zip', 'application/zip', readAhead(zipOf(scope, ticketIds, withPrices)))
            : new FileStream(
                'Tickets.pdf',
                'application/pdf',
                documents.merge(TICKETS_MESSAGES.files.tickets, ticketDocuments(scope, ticketIds, withPrices)),
              );
        file.stream.once('close', leave);
        if (signal.aborted) file.stream.destroy();
        return file;
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

/** Files are named by the ticket's id, but people know its number. */
function indexLine(fileName: string, { ticketNumber, orderNumber, ticketDateTime }: TicketPaper['ticket'], timeZone: string): string {
  const names = [TICKETS_MESSAGES.ticket(ticketNumber), TICKETS_MESSAGES.order(orderNumber)];
  return `${[fileName, ...names, formatDateMinute(ticketDateTime, timeZone)].join('\t')}\r\n`;
}

/** Returns the invoices of the tickets, without duplicates. */
function invoicesOf(own: readonly { invoiceDocumentNumber: string | null }[]): string[] {
  return [...new Set(own.flatMap((ticket) => ticket.invoiceDocumentNumber ?? []))];
}
