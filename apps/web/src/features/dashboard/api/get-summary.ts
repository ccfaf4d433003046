import { getCustomerSummary, type SummaryPart } from '@yardage/contract/dashboard';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { DASHBOARD_CARD_MESSAGES as MESSAGES } from '../dashboard.messages.ts';

/** One part of the account summary (API-43). Each card requests its own part, so that cards load and fail independently (DSH-19). */
export function summaryQuery(customer: CustomerKey, part: SummaryPart) {
  const failureText = part === 'aging' ? MESSAGES.agingFailed : MESSAGES.summaryFailed;
  return endpointQuery(getCustomerSummary, ofCustomer(customer, {}, { part }), { failureText });
}
