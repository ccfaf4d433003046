import { getDiscountPlan } from '@yardage/contract/discount-plan';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery, type ListParams, ofCustomer } from '#web/lib/query/endpoint-query.ts';
import { DISCOUNT_PLAN_MESSAGES } from './discount-plan.messages.ts';

export type DiscountPlanParams = ListParams<typeof getDiscountPlan>;

/** Loads a plan (APY-09). Payments change it, so it is fetched each time. */
export function discountPlanQuery(customer: CustomerKey, request: DiscountPlanParams) {
  return {
    ...endpointQuery(getDiscountPlan, ofCustomer(customer, {}, request), { failureText: DISCOUNT_PLAN_MESSAGES.failed }),
    staleTime: 0,
  };
}
