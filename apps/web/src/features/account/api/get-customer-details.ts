import { getCustomerDetails } from '@yardage/contract/customers';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';

/** Company, email and phone of a customer (API-03); the card that shows them says itself when they are missing. */
export function customerDetailsQuery({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey) {
  return endpointQuery(
    getCustomerDetails,
    { params: { globalCustomerNumber }, query: { customerNumber, datasourceId, globalCustomerNumber } },
    { isSilent: true },
  );
}
