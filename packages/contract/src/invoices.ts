import { z } from 'zod';
import { customerParams } from './customers.ts';
import { pdfAnswer } from './documents.ts';
import { defineEndpoint } from './endpoint.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, idInPath } from './scalars.ts';

const documentNumber = z.string().trim().min(1).max(40);

/** One invoice's PDF; also what statements open (API-28). */
export const getInvoicePdf = defineEndpoint({
  id: 'invoices.pdf',
  requirement: 'API-26',
  summary: 'The invoice as PDF',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/invoices/:documentNumber/view-pdf',
  access: { anyOf: [PERMISSIONS.INVOICES_VIEW_PDF] },
  scope: 'customer',
  params: customerParams.extend({ documentNumber }),
  query: z.object({ ...customerQuery, ticketId: idInPath.optional(), orderId: idInPath.optional() }),
  answer: pdfAnswer,
  answersPdf: true,
  weight: 5,
});
