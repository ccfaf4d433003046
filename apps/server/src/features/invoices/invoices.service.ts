import type { Member } from '#server/database/database';
import { renderDocument } from '#server/documents/render-document';
import type { AreaServices } from '#server/features/area';
import { PdfFile } from '#server/http/answers';
import { orNotFound } from '#server/http/api-error';
import { invoiceDocument } from './invoices.document.ts';
import * as queries from './invoices.queries.ts';

/** What can be done with invoices. */
export function invoicesService({ database, branding }: AreaServices) {
  return {
    async pdf(actor: Member, documentNumber: string): Promise<PdfFile> {
      const [found] = await queries.findInvoicesForDocument(database, actor, [documentNumber]);
      const invoice = orNotFound(found);
      return new PdfFile(`Invoice_${invoice.documentNumber}.pdf`, await renderDocument(branding, invoiceDocument(invoice)));
    },
  };
}
