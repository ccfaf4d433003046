import { getPossibleDiscounts } from '@yardage/contract/dashboard';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { DASHBOARD_CARD_MESSAGES as MESSAGES } from '../dashboard.messages.ts';

/** The discounts that are still available (API-42, DSH-18). */
export function discountsQuery(customer: CustomerKey) {
  return endpointQuery(getPossibleDiscounts, ofCustomer(customer), { failureText: MESSAGES.discountsFailed });
}
