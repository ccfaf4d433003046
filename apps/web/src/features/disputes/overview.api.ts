import { getReviewOverview } from '@yardage/contract/disputes';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery, ofCustomer } from '#web/lib/query/endpoint-query.ts';

/**
 * Which invoices need attention or are disputed. A list without these marks is still useful, so a failure is silent. It stands apart from
 * the other calls, which are loaded with the panels.
 */
export function overviewQuery(customer: CustomerKey) {
  return endpointQuery(getReviewOverview, ofCustomer(customer, {}), { isSilent: true });
}
