import type { Call, Endpoint } from '@yardage/contract/endpoint';
import type { CustomerKey, DatasetKey } from '#web/lib/customer/customer-store.ts';

/** The common arguments of a call about the selected customer. The area adds its own. */
export function ofCustomer<Params extends object = object, Query extends object = object>(
  { customerNumber, datasourceId, globalCustomerNumber }: CustomerKey,
  params?: Params,
  query?: Query,
) {
  return {
    params: { globalCustomerNumber, ...(params as Params) },
    query: { customerNumber, datasourceId, ...(query as Query) },
  };
}

/** The common arguments of a call about one order or ticket (API-05 to API-11). */
export function ofDataset<Params extends object>(customer: DatasetKey, params: Params) {
  return ofCustomer(customer, params, { dataset: customer.dataset });
}

/** The query parameters of a list, without the customer. */
export type ListRequest<E extends Endpoint> = Omit<NonNullable<Call<E>['query']>, 'customerNumber' | 'datasourceId' | 'dataset'>;
