import { getQuotePdf } from '@yardage/contract/quotes';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { QUOTES_MESSAGES } from '../quotes.messages.ts';

/** The quote as a document (API-15, QUO-07). */
export function quotePdfQuery({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey, id: number) {
  return endpointQuery(
    getQuotePdf,
    { params: { globalCustomerNumber, id }, query: { customerNumber, datasourceId } },
    { failureText: QUOTES_MESSAGES.pdfFailed },
  );
}
