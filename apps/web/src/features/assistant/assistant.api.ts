import { type AssistantEvent, askAssistant, clearConversation, getConversation } from '@yardage/contract/assistant';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';

/** Sends a question to the assistant (AST-04). The answer is streamed; each part is passed to `onEvent`. */
export function ask(customer: CustomerKey, text: string, signal: AbortSignal, onEvent: (event: AssistantEvent) => void): Promise<void> {
  const { customerNumber, datasourceId, globalCustomerNumber } = customer;
  return api.stream(askAssistant, { query: { customerNumber, datasourceId, globalCustomerNumber }, body: { text } }, signal, onEvent);
}

/** Deletes the user's conversation about a customer number. */
export function clear({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey) {
  return api.call(clearConversation, { query: { customerNumber, datasourceId, globalCustomerNumber } });
}

/** The user's conversation about a customer number. It is silent because the page shows the error itself. */
export function conversationQuery({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey) {
  return endpointQuery(getConversation, { query: { customerNumber, datasourceId, globalCustomerNumber } }, { isSilent: true });
}
