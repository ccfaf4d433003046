import type { Answer, Input } from '@yardage/contract/endpoint';
import type { getInvoice, listInvoices, sendInvoiceEmail } from '@yardage/contract/invoices';
import { holdsAny, PERMISSIONS } from '@yardage/contract/permissions';
import { z } from 'zod';
import type { Member } from '#server/database/database';
import { renderDocument } from '#server/documents/render-document';
import type { AreaServices } from '#server/features/area';
import { JsonText, PdfFile } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { findInvoice, listInvoices as readInvoices } from './invoice-list.queries.ts';
import { invoiceDocument } from './invoices.document.ts';
import { findInvoicesForDocument } from './invoices.queries.ts';

const MAIL_KIND = 'invoice';
const mailReference = z.strictObject({ documentNumber: z.string() });

/** What can be done with invoices. */
export function invoicesService({ database, branding, mail }: AreaServices) {
  const find = async (actor: Member, documentNumber: string) => {
    const [found] = await findInvoicesForDocument(database, actor, [documentNumber]);
    return orNotFound(found);
  };
  const makePdf = async (actor: Member, documentNumber: string): Promise<PdfFile> => {
    const invoice = await find(actor, documentNumber);
    return new PdfFile(`Invoice_${invoice.documentNumber}.pdf`, await renderDocument(branding, invoiceDocument(invoice)));
  };

  mail.attach(MAIL_KIND, mailReference, async (actor, reference) => [await makePdf(actor, reference.documentNumber)]);

  return {
    async list(scope: Scope, query: Input<typeof listInvoices>['query']): Promise<JsonText<Answer<typeof listInvoices>>> {
      const { fromDate, toDate, paymentResult, ...page } = query;
      if (paymentResult && !holdsAny(scope.permissions, [PERMISSIONS.INVOICES_VIEW_STATUS])) throw new ApiError('permission-missing');
      const filter = { from: fromDate, to: toDate, paymentResult: paymentResult ? Number(paymentResult) : undefined };
      return new JsonText(await readInvoices(database, scope, viewOf(scope), page, filter));
    },

    async detail(scope: Scope, documentNumber: string, orderId: number | undefined): Promise<JsonText<Answer<typeof getInvoice>>> {
      return new JsonText(orNotFound(await findInvoice(database, scope, viewOf(scope), documentNumber, orderId)));
    },

    pdf: makePdf,

    async sendEmail(scope: Scope, documentNumber: string, body: Input<typeof sendInvoiceEmail>['body'], requestId: string) {
      const invoice = await find(scope, documentNumber);
      const { orderId: _order, ticketId: _ticket, ...mailBody } = body;
      await mail.request(scope, {
        kind: MAIL_KIND,
        reference: { documentNumber: invoice.documentNumber },
        subject: [`Invoice ${invoice.documentNumber}`, invoice.job].filter(Boolean).join(': '),
        body: mailBody,
        action: 'invoices.send-email',
        requestId,
      });
      return { message: `Invoice successfully emailed on ${body.email}` };
    },
  };
}

/** Whoever pays must know what is open to pay, also without the status column. */
function viewOf({ timeZone, permissions }: Scope) {
  return { timeZone, hasStatus: holdsAny(permissions, [PERMISSIONS.INVOICES_VIEW_STATUS, PERMISSIONS.INVOICES_PAY_INVOICES]) };
}
