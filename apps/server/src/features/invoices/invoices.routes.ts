import { getInvoicePdf } from '@yardage/contract/invoices';
import type { Area } from '#server/features/area';
import { invoicesService } from './invoices.service.ts';

/** API-26 and API-28. */
export const invoicesArea: Area = (bind, services) => {
  const invoices = invoicesService(services);
  bind(getInvoicePdf, ({ scope, params }) => invoices.pdf(scope, params.documentNumber));
};
