import type { Answer, Input } from '@yardage/contract/endpoint';
import { type getInvoice, type listInvoices, sendInvoiceEmail } from '@yardage/contract/invoices';
import { canSeeInvoiceStatus, holdsAny, PERMISSIONS } from '@yardage/contract/permissions';
import { dayAt } from '@yardage/domain/dates';
import type { AreaServices } from '#server/features/area';
import { MAIL_SUBJECTS } from '#server/features/mail/mail.messages';
import { recordDocuments } from '#server/features/mail/record-documents';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { findInvoicesForDocument, type InvoiceForDocument } from './invoice-document.queries.ts';
import { invoiceDocument } from './invoices.document.ts';
import { findInvoice, type InvoiceFilter, type InvoiceOrigin, isInvoiceOf, listInvoices as readInvoices } from './invoices.queries.ts';

type InvoiceQuery = Input<typeof listInvoices>['query'];

/** The assistant filters by due or paid date, too, and by orders. The page filters by invoice date only. */
type AssistantFilter = Pick<InvoiceFilter, 'dates' | 'orderIds'>;

function filterOf({ permissions }: Scope, query: InvoiceQuery, only: AssistantFilter): InvoiceFilter {
  const { fromDate, toDate, paymentResult, due, review } = query;
  if (paymentResult && !holdsAny(permissions, [PERMISSIONS.INVOICES_VIEW_STATUS])) throw new ApiError('permission-missing');
  return { from: fromDate, to: toDate, paymentResult: paymentResult ? Number(paymentResult) : undefined, due, review, ...only };
}

/** Reads invoices, and renders and mails their documents. */
export function invoicesService(services: AreaServices) {
  const { database } = services;
  return {
    async list(scope: Scope, query: InvoiceQuery, only: AssistantFilter = {}): Promise<JsonText<Answer<typeof listInvoices>>> {
      return new JsonText(
        await readInvoices(database, scope, { visibility: visibilityOf(scope), request: query, filter: filterOf(scope, query, only) }),
      );
    },

    async detail(scope: Scope, documentNumber: string, orderId: number | undefined): Promise<JsonText<Answer<typeof getInvoice>>> {
      return new JsonText(orNotFound(await findInvoice(database, scope, { visibility: visibilityOf(scope), documentNumber, orderId })));
    },

    /** Throws 404 if the invoice does not belong to the given order or ticket (API-26). */
    async checkOrigin(scope: Scope, documentNumber: string, origin: InvoiceOrigin): Promise<void> {
      if (origin.orderId === undefined && origin.ticketId === undefined) return;
      if (!(await isInvoiceOf(database, scope, documentNumber, origin))) throw new ApiError('not-found');
    },

    ...recordDocuments<string, InvoiceForDocument>(services, {
      endpoint: sendInvoiceEmail,
      name: 'Invoice',
      find: async (actor, documentNumber, visibility) => (await findInvoicesForDocument(database, actor, [documentNumber], visibility))[0],
      number: ({ documentNumber }) => documentNumber,
      subject: ({ documentNumber, job }) =>
        job ? MAIL_SUBJECTS.invoiceForJob(documentNumber, job) : MAIL_SUBJECTS.invoice(documentNumber),
      document: invoiceDocument,
    }),
  };
}

function visibilityOf({ timeZone, permissions }: Scope) {
  return {
    today: dayAt(new Date(), timeZone),
    withStatus: canSeeInvoiceStatus(permissions),
    withHistory: permissions.has(PERMISSIONS.INVOICES_VIEW_HISTORY),
  };
}
