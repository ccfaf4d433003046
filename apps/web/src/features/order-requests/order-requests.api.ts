import type { Call } from '@yardage/contract/endpoint';
import {
  answerProposal,
  getOrderChanges,
  getRequest,
  getRequestOptions,
  listRequests,
  type RequestOptions,
  requestChange,
  requestPour,
  withdrawRequest,
} from '@yardage/contract/order-requests';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListParams, ofCustomer } from '#web/lib/query/endpoint-query.ts';
import { ORDER_REQUESTS_MESSAGES as MESSAGES } from './order-requests.messages.ts';

/** A page of the customer's requests. */
export function requestsQuery(customer: CustomerKey, request: ListParams<typeof listRequests>) {
  return endpointQuery(listRequests, ofCustomer(customer, {}, request), { failureText: MESSAGES.listFailed, isAnnounced: true });
}

/** One request with its timeline. */
export function requestQuery(customer: CustomerKey, requestId: number) {
  return endpointQuery(getRequest, ofCustomer(customer, { requestId }), { failureText: MESSAGES.detailFailed, isAnnounced: true });
}

/** What the form of a pour offers, with the product of what it repeats. */
export function requestOptionsQuery(customer: CustomerKey, repeated: { order?: number; request?: number } = {}) {
  return endpointQuery(getRequestOptions, ofCustomer(customer, {}, repeated), { failureText: MESSAGES.optionsFailed });
}

/** Whether a customer can ask for a pour; others ask for deliveries. */
export function hasConcrete({ materials }: Pick<RequestOptions, 'materials'>): boolean {
  return materials.length === 0 || materials.some(({ orderType }) => orderType === ORDER_TYPE.concrete);
}

/** The body of a pour. */
export type PourBody = NonNullable<Call<typeof requestPour>['body']>;

/** Sends a pour. Its key makes it the same request if it is sent again. */
export function sendPour(customer: CustomerKey, body: PourBody) {
  return api.call(requestPour, { ...ofCustomer(customer, {}), body });
}

/** Takes a request back. */
export function sendWithdrawal(customer: CustomerKey, requestId: number, attempt: Attempt) {
  return api.call(withdrawRequest, { ...ofCustomer(customer, { requestId }), body: { note: null } }, { attempt });
}

/** Accepts or refuses the proposal of a version. */
export function sendAnswer(
  customer: CustomerKey,
  requestId: number,
  body: { version: number; isAccepted: boolean; note: string | null },
  attempt: Attempt,
) {
  return api.call(answerProposal, { ...ofCustomer(customer, { requestId }), body }, { attempt });
}

/** Which changes of an order can be requested. */
export function orderChangesQuery(customer: CustomerKey, orderId: number) {
  return endpointQuery(getOrderChanges, ofCustomer(customer, { orderId }), { isSilent: true, isAnnounced: true });
}

/** The body of a change. */
export type ChangeBody = NonNullable<Call<typeof requestChange>['body']>;

/** Asks for a change of an order. */
export function sendChange(customer: CustomerKey, orderId: number, body: ChangeBody) {
  return api.call(requestChange, { ...ofCustomer(customer, { orderId }), body });
}
