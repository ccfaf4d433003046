import {
  getAccountsOverview,
  getCustomerSummary,
  getPossibleDiscounts,
  getToday,
  getTodaysDeliveries,
  listAnnouncements,
  type SummaryPart,
} from '@yardage/contract/dashboard';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { DASHBOARD_CARD_MESSAGES as MESSAGES } from './dashboard.messages.ts';

/** The announcements valid today, newest first (DSH-03). */
export function announcementsQuery(customer: CustomerKey) {
  return endpointQuery(listAnnouncements, ofCustomer(customer), { failureText: MESSAGES.announcementsFailed });
}

/** The discounts that are still available (API-42, DSH-18). */
export function discountsQuery(customer: CustomerKey) {
  return endpointQuery(getPossibleDiscounts, ofCustomer(customer), { failureText: MESSAGES.discountsFailed });
}

/** One part of the account summary (API-43). Each card requests its own part, so that cards load and fail independently (DSH-19). */
export function summaryQuery(customer: CustomerKey, part: SummaryPart) {
  const failureText = part === 'aging' ? MESSAGES.agingFailed : MESSAGES.summaryFailed;
  return endpointQuery(getCustomerSummary, ofCustomer(customer, {}, { part }), { failureText });
}

/** Refetch interval of today's data. */
const DAY_REFRESH_MS = 60_000;

/** Today's orders and trucks, refetched every minute. It is silent because the tiles show the error themselves. */
export function todayQuery(customer: CustomerKey) {
  return { ...endpointQuery(getToday, ofCustomer(customer), { isSilent: true }), refetchInterval: DAY_REFRESH_MS };
}

/** Today's deliveries and their next trucks, refetched every minute. It is silent because the card shows the error itself. */
export function todaysDeliveriesQuery(customer: CustomerKey) {
  return { ...endpointQuery(getTodaysDeliveries, ofCustomer(customer), { isSilent: true }), refetchInterval: DAY_REFRESH_MS };
}

/** All customer numbers of the user (APY-11), refetched every minute. It is silent because the card shows the error itself. */
export function accountsQuery() {
  return { ...endpointQuery(getAccountsOverview, {}, { isSilent: true }), refetchInterval: DAY_REFRESH_MS };
}
