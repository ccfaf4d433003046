import { getCustomerDetails } from '@yardage/contract/customers';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';

/** Loads company, email and phone of a customer (API-03). No toast on failure: the card itself shows that they are missing. */
export function customerDetailsQuery({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey) {
  return endpointQuery(
    getCustomerDetails,
    { params: { globalCustomerNumber }, query: { customerNumber, datasourceId, globalCustomerNumber } },
    { isSilent: true },
  );
}
