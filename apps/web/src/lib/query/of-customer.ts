import type { Call, Endpoint } from '@yardage/contract/endpoint';
import type { CustomerKey, DatasetKey } from '#web/lib/customer/customer-store.ts';

/** What a call about the selected customer begins with; the area adds what is its own. */
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

/** What a call about one order or ticket begins with (API-05 to API-11). */
export function ofDataset<Params extends object>(customer: DatasetKey, params: Params) {
  return ofCustomer(customer, params, { dataset: customer.dataset });
}

/** What a list can be asked for, the customer apart. */
export type ListRequest<E extends Endpoint> = Omit<NonNullable<Call<E>['query']>, 'customerNumber' | 'datasourceId' | 'dataset'>;
