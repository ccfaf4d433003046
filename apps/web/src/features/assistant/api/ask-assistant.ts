import { type AssistantEvent, askAssistant } from '@yardage/contract/assistant';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';

/** Asks a question (AST-04); the answer is told part by part. */
export function ask(customer: CustomerKey, text: string, signal: AbortSignal, onEvent: (event: AssistantEvent) => void): Promise<void> {
  const { customerNumber, datasourceId, globalCustomerNumber } = customer;
  return api.stream(askAssistant, { query: { customerNumber, datasourceId, globalCustomerNumber }, body: { text } }, signal, onEvent);
}
