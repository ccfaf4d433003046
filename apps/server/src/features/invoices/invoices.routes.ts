import { getInvoice, getInvoicePdf, listInvoices, sendInvoiceEmail } from '@yardage/contract/invoices';
import type { Area } from '#server/features/area';
import { assertRepeated, mailOf } from '#server/features/mail/repeated-fields';
import { invoicesService } from './invoices.service.ts';

/** Invoices (API-24 to API-28). */
export const invoicesArea: Area = (bind, services) => {
  const invoices = invoicesService(services);
  bind(listInvoices, ({ scope, query }) => invoices.list(scope, query));
  bind(getInvoice, ({ scope, params, query }) => invoices.detail(scope, params.documentNumber, query.orderId));
  bind(getInvoicePdf, async ({ scope, params: { documentNumber }, query: { orderId, ticketId }, signal }) => {
    await invoices.checkOrigin(scope, documentNumber, { orderId, ticketId });
    return invoices.pdf(scope, documentNumber, signal);
  });
  // Order and ticket only say from which page the mail is sent. It is the same mail, so they are ignored.
  bind(sendInvoiceEmail, ({ scope, params: { documentNumber }, body, requestId }) => {
    assertRepeated(scope, body, 'documentNumber', documentNumber);
    return invoices.sendEmail(scope, documentNumber, mailOf(body), requestId);
  });
};
