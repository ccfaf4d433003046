import { endChat as endEndpoint } from '@yardage/contract/chat';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';

/** Ends an active chat, or withdraws one that is still waiting (API-20). */
export function endChat({ customerNumber, datasourceId }: CustomerKey, sessionId: string) {
  return api.call(endEndpoint, { params: { sessionId }, query: { customerNumber, datasourceId } });
}
