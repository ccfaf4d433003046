import { type JobAddress, startChat as startEndpoint } from '@yardage/contract/chat';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';

/** What a new chat is about. */
export interface ChatStart {
  category: 1 | 2 | 3 | 4;
  entityId?: number;
  jobAddress?: JobAddress;
  jobRequirement?: string;
}

/** Starts a chat. Repeating the call with the same `clientSessionId` returns the same chat (API-18). */
export async function startChat(
  { customerNumber, datasourceId, globalCustomerNumber }: CustomerKey,
  { category, ...about }: ChatStart,
  clientSessionId: string,
) {
  const { session } = await api.call(startEndpoint, {
    query: { customerNumber, datasourceId },
    body: {
      category,
      context: { ...about, customerNumber, customerId: globalCustomerNumber, dataSource: datasourceId },
      routingMode: 1,
      source: 'web',
      clientSessionId,
    },
  });
  return session;
}
