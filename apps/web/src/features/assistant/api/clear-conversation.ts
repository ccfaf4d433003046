import { clearConversation } from '@yardage/contract/assistant';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';

/** Deletes the user's conversation about a customer number. */
export function clear({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey) {
  return api.call(clearConversation, { query: { customerNumber, datasourceId, globalCustomerNumber } });
}
