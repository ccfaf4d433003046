import { queryOptions } from '@tanstack/react-query';
import { createShareLink, getPour, listShareLinks, type PourAnswer, revokeShareLink } from '@yardage/contract/pour';
import { ORDER_STATUS } from '@yardage/domain/orders';
import { isLoadUnderWay } from '@yardage/domain/pour-facts';
import { api } from '#web/lib/api.ts';
import type { DatasetKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, ofDataset, whileLive } from '#web/lib/query/endpoint-query.ts';
import { POUR_MESSAGES, SHARE_MESSAGES } from './pour.messages.ts';

/** Trucks report about three times a minute. Changes of loads arrive through the hub at once. */
const REFRESH_MS = 20_000;

/** Whether trucks are under way, so that the board changes by itself. */
export function isPouring({ orderStatusId, loads }: Pick<PourAnswer, 'orderStatusId' | 'loads'>): boolean {
  return orderStatusId === ORDER_STATUS.shipping || loads.some((load) => load.finishedAt === null && isLoadUnderWay(load));
}

/** What the pour board of an order is computed from; refetched while trucks are under way. */
export function pourQuery(customer: DatasetKey, orderId: number) {
  return queryOptions({
    ...endpointQuery(getPour, ofDataset(customer, { orderId }), { isSilent: true, failureText: POUR_MESSAGES.failed }),
    refetchInterval: whileLive(isPouring, REFRESH_MS),
  });
}

/** The links to the pour board of an order. */
export function shareLinksQuery(customer: DatasetKey, orderId: number) {
  return endpointQuery(listShareLinks, ofDataset(customer, { orderId }), { isSilent: true, failureText: SHARE_MESSAGES.listFailed });
}

export interface NewShareLink {
  label: string;
  hours: number;
}

/** Makes a link. Its address is in the answer and nowhere else. */
export function createShare(customer: DatasetKey, orderId: number, body: NewShareLink, attempt: Attempt) {
  return api.call(createShareLink, { ...ofDataset(customer, { orderId }), body }, { attempt });
}

export function revokeShare(customer: DatasetKey, orderId: number, id: number, attempt: Attempt) {
  return api.call(revokeShareLink, ofDataset(customer, { orderId, id }), { attempt });
}
