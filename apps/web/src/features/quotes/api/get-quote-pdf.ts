import { getQuotePdf } from '@yardage/contract/quotes';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { QUOTES_MESSAGES } from '../quotes.messages.ts';

/** Loads the quote as a PDF (API-15, QUO-07). */
export function quotePdfQuery(customer: CustomerKey, id: number) {
  return endpointQuery(getQuotePdf, ofCustomer(customer, { id }), { failureText: QUOTES_MESSAGES.pdfFailed });
}
