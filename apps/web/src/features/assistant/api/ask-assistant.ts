import { type AssistantEvent, askAssistant } from '@yardage/contract/assistant';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';

/** Sends a question to the assistant (AST-04). The answer is streamed; each part is passed to `onEvent`. */
export function ask(customer: CustomerKey, text: string, signal: AbortSignal, onEvent: (event: AssistantEvent) => void): Promise<void> {
  const { customerNumber, datasourceId, globalCustomerNumber } = customer;
  return api.stream(askAssistant, { query: { customerNumber, datasourceId, globalCustomerNumber }, body: { text } }, signal, onEvent);
}
