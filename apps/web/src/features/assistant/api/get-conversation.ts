import { getConversation } from '@yardage/contract/assistant';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';

/** The user's conversation about a customer number. It is silent because the page shows the error itself. */
export function conversationQuery({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey) {
  return endpointQuery(getConversation, { query: { customerNumber, datasourceId, globalCustomerNumber } }, { isSilent: true });
}
