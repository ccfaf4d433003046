import { getSupportOptions } from '@yardage/contract/support';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';

/** Loads the categories and types to choose from (SUP-09). */
export function supportOptionsQuery(customer: CustomerKey) {
  return endpointQuery(getSupportOptions, ofCustomer(customer, {}));
}
