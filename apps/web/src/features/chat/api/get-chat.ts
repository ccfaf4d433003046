import { getChat } from '@yardage/contract/chat';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';

/** One chat with its messages (CHT-02). It is silent because the chat panel shows the error itself. */
export function chatQuery({ customerNumber, datasourceId }: CustomerKey, sessionId: string) {
  return endpointQuery(getChat, { params: { sessionId }, query: { customerNumber, datasourceId } }, { isSilent: true });
}
