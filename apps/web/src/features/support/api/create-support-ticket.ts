import { createSupportTicket } from '@yardage/contract/support';
import type { SupportFields } from '@yardage/domain/support-rules';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';

/** Sends a support request with its pictures and reports the upload progress (API-54). */
export function sendSupportRequest(customer: CustomerKey, fields: SupportFields, files: readonly File[], onShare: (share: number) => void) {
  const form = new FormData();
  form.append('customerNumber', customer.customerNumber);
  form.append('globalCustomerNumber', customer.globalCustomerNumber);
  form.append('dataSourceId', String(customer.datasourceId));
  form.append('title', fields.title);
  form.append('description', fields.description);
  form.append('category', String(fields.category ?? ''));
  form.append('type', String(fields.type ?? ''));
  for (const file of files) form.append('attachments', file, file.name);
  return api.upload(createSupportTicket, { ...ofCustomer(customer, {}), body: form }, onShare);
}
