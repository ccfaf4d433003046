import {
  type AlertSettings,
  addBrowser,
  changeFollow,
  countAlerts,
  followAccount,
  followDelivery,
  getAlertSettings,
  getPushKey,
  listAlertFollows,
  listAlerts,
  markAlertsRead,
  removeBrowser,
  unfollow,
  updateAlertSettings,
} from '@yardage/contract/alerts';
import type { AlertType, DELIVERY_ALERTS } from '@yardage/domain/alerts';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { refreshSubscription, subscribeBrowser, unsubscribeBrowser } from '#web/lib/push/push.ts';
import { endpointQuery, ofCustomer } from '#web/lib/query/endpoint-query.ts';
import { ALERTS_MESSAGES as MESSAGES } from './alerts.messages.ts';

/** The hub announces new alerts. Without it, they are fetched once a minute. */
const REFRESH_MS = 60_000;

/** The reads that change with the inbox. */
export const INBOX_READS = [listAlerts.id, countAlerts.id];

/** Loads how many alerts are unread. */
export function unreadQuery() {
  return { ...endpointQuery(countAlerts, {}, { isSilent: true, isAnnounced: true }), refetchInterval: REFRESH_MS };
}

/** Loads the newest alerts, of all accounts. */
export function alertsQuery(limit: number) {
  return endpointQuery(listAlerts, { query: { limit } }, { failureText: MESSAGES.failed, isAnnounced: true });
}

/** Marks one alert, or all up to one, as read. */
export function markRead(which: { alertId: number } | { upTo: number }, attempt: Attempt) {
  return api.call(markAlertsRead, { body: which }, { attempt });
}

/** Loads how alerts reach the user. */
export function alertSettingsQuery() {
  return endpointQuery(getAlertSettings, {}, { failureText: MESSAGES.failed });
}

export function saveAlertSettings(body: AlertSettings, attempt: Attempt) {
  return api.call(updateAlertSettings, { body }, { attempt });
}

/** Tells the server again that this browser shows notifications, in case it has forgotten. */
export function renewNotifications(): Promise<void> {
  return refreshSubscription((body) => api.call(addBrowser, { body }));
}

/** Turns the notifications of this browser on. Returns false if the user does not permit them. */
export async function startNotifications(): Promise<boolean> {
  const { publicKey } = await api.call(getPushKey, {});
  const subscription = await subscribeBrowser(publicKey);
  if (!subscription) return false;
  try {
    await api.call(addBrowser, { body: subscription });
  } catch (cause) {
    // Without the server's answer the browser might get nothing, so it must not show as turned on.
    await unsubscribeBrowser();
    throw cause;
  }
  return true;
}

/** Turns the notifications of this browser off. */
export async function endNotifications(): Promise<void> {
  const endpoint = await unsubscribeBrowser();
  if (endpoint) await api.call(removeBrowser, { body: { endpoint } });
}

/** Loads what the user follows at a customer. */
export function followsQuery(customer: CustomerKey) {
  return endpointQuery(listAlertFollows, ofCustomer(customer, {}), { failureText: MESSAGES.failed });
}

/** The scope of all writes of follows. They run one after the other, so that the last response contains all changes. */
export const FOLLOW_WRITES = { id: 'alerts.follow' };

/** Chooses the events of the whole account. */
export function saveAccountFollow(customer: CustomerKey, types: AlertType[], attempt: Attempt) {
  return api.call(followAccount, { ...ofCustomer(customer, {}), body: { types } }, { attempt });
}

export type DeliveryAlert = (typeof DELIVERY_ALERTS)[number];

/** Chooses the events of an order or a job that is followed. Without types, the follow ends. */
export function saveFollow(customer: CustomerKey, followId: number, types: DeliveryAlert[], attempt: Attempt) {
  return api.call(changeFollow, { ...ofCustomer(customer, { followId }), body: { types } }, { attempt });
}

/** Stops following an order or a job. */
export function endFollow(customer: CustomerKey, followId: number, attempt: Attempt) {
  return api.call(unfollow, ofCustomer(customer, { followId }), { attempt });
}

/** What to follow: an order, or all orders of its job. Without types, the follow ends. */
interface DeliveryFollow {
  orderId: number;
  subject: 'order' | 'job';
  types: DeliveryAlert[];
}

export function saveDeliveryFollow(customer: CustomerKey, { orderId, ...body }: DeliveryFollow, attempt: Attempt) {
  return api.call(followDelivery, { ...ofCustomer(customer, { orderId }), body }, { attempt });
}
