import { useQuery } from '@tanstack/react-query';
import type { Call } from '@yardage/contract/endpoint';
import { PLANNED_LISTED, type PlannedView } from '@yardage/contract/lists';
import {
  type AutopayRule,
  addAutopayRule,
  approvePayment,
  countPlannedPayments,
  declinePayment,
  getApprovalLimit,
  listAutopayRules,
  listPlannedPayments,
  type PlannedPayment,
  requestPaymentApproval,
  schedulePayment,
  setApprovalLimit,
  stopAutopayRule,
  stopPlannedPayment,
} from '@yardage/contract/planned-payments';
import { listSavedMethods, removeSavedMethod, renameSavedMethod, saveMethod, verifySavedMethod } from '@yardage/contract/saved-methods';
import { api } from '#web/lib/api.ts';
import { type CustomerKey, useCustomer } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, ofCustomer, whileLive } from '#web/lib/query/endpoint-query.ts';
import { PAYABLES_MESSAGES as MESSAGES } from './payables.messages.ts';

const failure = () => ({ failureText: MESSAGES.loadFailed });
const RUNNING_MS = 5_000;

/** Loads the saved cards and accounts (APY-05). */
export const savedMethodsQuery = (customer: CustomerKey) => ({
  ...endpointQuery(listSavedMethods, ofCustomer(customer), failure()),
  staleTime: 0,
});

/** Loads the payments to come, or those that are over (APY-06). Asks again while one is being made. */
export const plannedQuery = (customer: CustomerKey, view: PlannedView) => ({
  ...endpointQuery(listPlannedPayments, ofCustomer(customer, {}, { view }), failure()),
  staleTime: 0,
  refetchInterval: whileLive((plans: readonly PlannedPayment[]) => plans.some(({ state }) => state === 'running'), RUNNING_MS),
});

/** Returns how many payments are to come or over. Asks only if as many are listed as a list can hold; undefined until that is answered. */
export function usePlannedCount(view: PlannedView, listed: readonly PlannedPayment[] | undefined): number | undefined {
  const options = endpointQuery(countPlannedPayments, ofCustomer(useCustomer()), { isSilent: true });
  return useQuery({ ...options, staleTime: 0, enabled: (listed?.length ?? 0) >= PLANNED_LISTED[view] }).data?.[view];
}

export const autopayQuery = (customer: CustomerKey) => ({
  ...endpointQuery(listAutopayRules, ofCustomer(customer), failure()),
  staleTime: 0,
});

/** Loads the amount above which a payment needs a second person (APY-07). */
export const limitQuery = (customer: CustomerKey) => ({
  ...endpointQuery(getApprovalLimit, ofCustomer(customer), { isSilent: true }),
  staleTime: 0,
});

/** The lists that a change of a planned payment or a method concerns. */
export const PAYABLES_KEYS = [
  listSavedMethods.id,
  listPlannedPayments.id,
  countPlannedPayments.id,
  listAutopayRules.id,
  getApprovalLimit.id,
] as const;

type BodyOf<E extends Parameters<typeof api.call>[0]> = NonNullable<Call<E>['body']>;

/** Saves a card or account outside a payment. It has no idempotency key, because nothing of a card may be remembered. */
export const addMethod = (customer: CustomerKey, body: BodyOf<typeof saveMethod>) =>
  api.call(saveMethod, { ...ofCustomer(customer), body });

export type MethodProofBody = BodyOf<typeof verifySavedMethod>;

/** Verifies a bank account. It has no idempotency key: each call is a try. */
export const verifyMethod = (customer: CustomerKey, id: number, body: MethodProofBody) =>
  api.call(verifySavedMethod, { ...ofCustomer(customer, { id }), body });

export const renameMethod = (customer: CustomerKey, id: number, name: string, attempt: Attempt) =>
  api.call(renameSavedMethod, { ...ofCustomer(customer, { id }), body: { name } }, { attempt });

export const removeMethod = (customer: CustomerKey, id: number, attempt: Attempt) =>
  api.call(removeSavedMethod, ofCustomer(customer, { id }), { attempt });

/** What is to be paid later, as the user saw it when they agreed. */
export type Agreed = BodyOf<typeof requestPaymentApproval>;

/** Schedules a payment for a day, or asks for its approval if it has none. */
export function planPayment(customer: CustomerKey, body: Agreed, runOn: string | undefined, attempt: Attempt): Promise<PlannedPayment> {
  return runOn === undefined
    ? api.call(requestPaymentApproval, { ...ofCustomer(customer), body }, { attempt })
    : api.call(schedulePayment, { ...ofCustomer(customer), body: { ...body, runOn } }, { attempt });
}

export const stopPlan = (customer: CustomerKey, id: number, attempt: Attempt) =>
  api.call(stopPlannedPayment, ofCustomer(customer, { id }), { attempt });

export const approvePlan = (customer: CustomerKey, id: number, attempt: Attempt) =>
  api.call(approvePayment, ofCustomer(customer, { id }), { attempt });

export const declinePlan = (customer: CustomerKey, id: number, reason: string, attempt: Attempt) =>
  api.call(declinePayment, { ...ofCustomer(customer, { id }), body: { reason } }, { attempt });

export const changeLimit = (customer: CustomerKey, amount: number | null, attempt: Attempt) =>
  api.call(setApprovalLimit, { ...ofCustomer(customer), body: { amount } }, { attempt });

/** What the form for a rule of autopay collects. */
export type NewRule = BodyOf<typeof addAutopayRule>;

export const addRule = (customer: CustomerKey, body: NewRule, attempt: Attempt): Promise<AutopayRule[]> =>
  api.call(addAutopayRule, { ...ofCustomer(customer), body }, { attempt });

export const stopRule = (customer: CustomerKey, id: number, attempt: Attempt) =>
  api.call(stopAutopayRule, ofCustomer(customer, { id }), { attempt });
