import { ALERT_MAIL_MODES, ALERT_TYPES, type AlertType, DELIVERY_ALERTS } from '@yardage/domain/alerts';
import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { PERMISSIONS, type PermissionCode } from './permissions.ts';
import { customerQuery, idInPath, moment, wholeNumber } from './scalars.ts';

/** The permission that a user needs to get an alert of each type, and to find it in their inbox. */
export const ALERT_PERMISSIONS: Readonly<Record<AlertType, PermissionCode>> = {
  'truck-left': PERMISSIONS.ORDERS_VIEW,
  'ten-minutes': PERMISSIONS.ORDERS_VIEW,
  arrived: PERMISSIONS.ORDERS_VIEW,
  'last-load': PERMISSIONS.ORDERS_VIEW,
  'order-changed': PERMISSIONS.ORDERS_VIEW,
  'request-answered': PERMISSIONS.SUPPORT_VIEW,
  'invoice-due': PERMISSIONS.INVOICES_VIEW,
  'discount-expiring': PERMISSIONS.INVOICES_VIEW,
  'payment-returned': PERMISSIONS.PAYMENT_HISTORY_VIEW,
  'statement-ready': PERMISSIONS.STATEMENTS_VIEW,
};
/** Answers to order requests have the type of answers to support requests, but need this permission. */
export const ORDER_REQUEST_ALERT_PERMISSION: PermissionCode = PERMISSIONS.ORDERS_REQUEST;

/** What is known about an event; each type has some of it. */
const alertFacts = z.strictObject({
  orderId: z.int().optional(),
  orderNumber: z.string().optional(),
  job: z.string().optional(),
  ticketId: z.int().optional(),
  truck: z.string().nullable().optional(),
  load: z.int().optional(),
  invoice: z.string().optional(),
  cents: z.int().optional(),
  payment: z.string().optional(),
  day: z.iso.date().optional(),
  changes: z.array(z.string()).optional(),
  supportId: z.int().optional(),
  title: z.string().optional(),
  requestId: z.int().optional(),
  requestNumber: z.string().optional(),
  answer: z.enum(['confirm', 'propose', 'decline', 'expire']).optional(),
});

/** An alert in the inbox. Clients write its text from type and facts, in the language of the user. */
export const alert = z.strictObject({
  id: z.int(),
  globalCustomerNumber: z.string(),
  displayName: z.string(),
  type: z.enum(ALERT_TYPES),
  facts: alertFacts,
  createdAt: moment,
  isRead: z.boolean(),
});
export type Alert = z.infer<typeof alert>;

const OWN = 'everyone has an inbox of their own';
const ALERTS = '/users/me/alerts';
const PAGE = 30;

export const listAlerts = defineEndpoint({
  id: 'alerts.list',
  requirement: 'ALR-02',
  summary: "The signed-in user's alerts of all their accounts, newest first",
  method: 'GET',
  path: ALERTS,
  access: { signedIn: OWN },
  scope: 'user',
  query: z.object({ before: idInPath.optional(), limit: wholeNumber(1, 100).default(PAGE) }),
  answer: z.strictObject({ items: z.array(alert), unreadCount: z.int(), hasMore: z.boolean() }),
});

export const countAlerts = defineEndpoint({
  id: 'alerts.count',
  requirement: 'ALR-02',
  summary: 'How many alerts the signed-in user has not read',
  method: 'GET',
  path: `${ALERTS}/unread`,
  access: { signedIn: OWN },
  scope: 'user',
  answer: z.strictObject({ unreadCount: z.int() }),
});

export const markAlertsRead = defineEndpoint({
  id: 'alerts.read',
  requirement: 'ALR-02',
  summary: 'Marks one alert as read, or all up to one',
  method: 'POST',
  path: `${ALERTS}/read`,
  access: { signedIn: OWN },
  scope: 'user',
  body: z.strictObject({ alertId: z.int().positive().optional(), upTo: z.int().positive().optional() }),
  answer: z.strictObject({ unreadCount: z.int() }),
});

const MINUTES_OF_DAY = 24 * 60;
const minuteOfDay = z
  .int({ error: () => CONTRACT_MESSAGES.wholeNumber })
  .min(0)
  .max(MINUTES_OF_DAY - 1);

/** How alerts reach a user besides the inbox. Times are minutes of the day, in the time zone of the account's data source. */
export const alertSettings = z.strictObject({
  /** A mail for each alert, one a day for all, or none. */
  mail: z.enum(ALERT_MAIL_MODES),
  /** Between these times nothing is pushed and no mail is sent, except the daily one; null for no quiet hours. */
  quietFrom: minuteOfDay.nullable(),
  quietTo: minuteOfDay.nullable(),
  /** When the daily mail is sent. */
  digestAt: minuteOfDay,
});
export type AlertSettings = z.infer<typeof alertSettings>;

export const getAlertSettings = defineEndpoint({
  id: 'alerts.settings',
  requirement: 'ALR-02',
  summary: 'How alerts reach the signed-in user',
  method: 'GET',
  path: '/users/me/alert-settings',
  access: { signedIn: 'everyone may know their own settings' },
  scope: 'user',
  answer: alertSettings,
});

export const updateAlertSettings = defineEndpoint({
  id: 'alerts.update-settings',
  requirement: 'ALR-02',
  summary: 'Chooses how alerts reach the signed-in user',
  method: 'PUT',
  path: '/users/me/alert-settings',
  access: { signedIn: 'everyone may change their own settings' },
  scope: 'user',
  body: alertSettings,
  answer: alertSettings,
});

const BROWSERS = '/users/me/push-subscriptions';

export const getPushKey = defineEndpoint({
  id: 'alerts.push-key',
  requirement: 'ALR-02',
  summary: 'The public key with which a browser subscribes to notifications',
  method: 'GET',
  path: `${BROWSERS}/key`,
  access: { signedIn: 'the key is public, and only users of the portal need it' },
  scope: 'user',
  answer: z.strictObject({ publicKey: z.string() }),
});

const endpoint = z
  .string()
  .max(1000)
  .meta({ examples: ['https://push.example.com/send/1'] });
const keyOfBytes = (bytes: number, example: string) =>
  z
    .string()
    .max(200)
    .refine((text) => /^[\w-]+={0,2}$/.test(text) && Math.floor((text.replaceAll('=', '').length * 3) / 4) === bytes, {
      error: () => CONTRACT_MESSAGES.pushKey,
    })
    .meta({ examples: [example] });
/** A point of the curve that browsers use. */
const POINT = 'BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM';

export const addBrowser = defineEndpoint({
  id: 'alerts.add-browser',
  requirement: 'ALR-02',
  summary: 'Shows alerts of the signed-in user as notifications in a browser that subscribed to them',
  method: 'PUT',
  path: BROWSERS,
  access: { signedIn: OWN },
  scope: 'user',
  body: z.strictObject({ endpoint, p256dh: keyOfBytes(65, POINT), auth: keyOfBytes(16, 'A'.repeat(22)) }),
  answer: z.strictObject({ isOn: z.boolean() }),
});

export const removeBrowser = defineEndpoint({
  id: 'alerts.remove-browser',
  requirement: 'ALR-02',
  summary: 'Ends the notifications in a browser',
  method: 'POST',
  path: `${BROWSERS}/remove`,
  access: { signedIn: OWN },
  scope: 'user',
  body: z.strictObject({ endpoint }),
  answer: z.strictObject({ isOn: z.boolean() }),
});

/** What a user follows: an order, a job, or the account itself. */
export const alertFollow = z.strictObject({
  id: z.int(),
  orderId: z.int().nullable(),
  orderNumber: z.string().nullable(),
  /** The name of the job. */
  job: z.string().nullable(),
  /** Number and address distinguish jobs of one name. A follow without an address applies to all jobs of the name. */
  jobNumber: z.string().nullable(),
  jobAddress: z.string().nullable(),
  types: z.array(z.enum(ALERT_TYPES)),
});
export type AlertFollow = z.infer<typeof alertFollow>;

const FOLLOWS = '/customers/:globalCustomerNumber/alert-follows';
const query = z.object({ ...customerQuery });

export const listAlertFollows = defineEndpoint({
  id: 'alerts.follows',
  requirement: 'ALR-01',
  summary: 'What the signed-in user follows at this account',
  method: 'GET',
  path: FOLLOWS,
  access: { signedIn: 'everyone may know what they follow' },
  scope: 'customer',
  params: customerParams,
  query,
  answer: z.array(alertFollow),
});

export const followAccount = defineEndpoint({
  id: 'alerts.follow-account',
  requirement: 'ALR-01',
  summary: 'Chooses which events of the whole account the signed-in user is alerted to; none ends it',
  method: 'PUT',
  path: `${FOLLOWS}/account`,
  access: { signedIn: 'alerts only tell what a role may see' },
  scope: 'customer',
  params: customerParams,
  query,
  body: z.strictObject({ types: z.array(z.enum(ALERT_TYPES)).max(ALERT_TYPES.length) }),
  answer: z.array(alertFollow),
});

export const followDelivery = defineEndpoint({
  id: 'alerts.follow-delivery',
  requirement: 'ALR-01',
  summary: 'Chooses which events of an order, or of all orders of its job, the signed-in user is alerted to; none ends it',
  method: 'PUT',
  path: `${FOLLOWS}/orders/:orderId`,
  access: { anyOf: [PERMISSIONS.ORDERS_VIEW] },
  scope: 'customer',
  params: customerParams.extend({ orderId: idInPath }),
  query,
  body: z.strictObject({
    /** The order itself, or every order of its job. */
    subject: z.enum(['order', 'job']),
    types: z.array(z.enum(DELIVERY_ALERTS)).max(DELIVERY_ALERTS.length),
  }),
  answer: z.array(alertFollow),
});

export const changeFollow = defineEndpoint({
  id: 'alerts.change-follow',
  requirement: 'ALR-01',
  summary: 'Chooses which events of an order or a job that they follow the signed-in user is alerted to; none ends it',
  method: 'PUT',
  path: `${FOLLOWS}/:followId`,
  access: { signedIn: 'everyone may change what they follow' },
  scope: 'customer',
  params: customerParams.extend({ followId: idInPath }),
  query,
  body: z.strictObject({ types: z.array(z.enum(DELIVERY_ALERTS)).max(DELIVERY_ALERTS.length) }),
  answer: z.array(alertFollow),
});

export const unfollow = defineEndpoint({
  id: 'alerts.unfollow',
  requirement: 'ALR-01',
  summary: 'Stops following an order, a job or the account',
  method: 'DELETE',
  path: `${FOLLOWS}/:followId`,
  access: { signedIn: 'everyone may stop following' },
  scope: 'customer',
  params: customerParams.extend({ followId: idInPath }),
  query,
  answer: z.array(alertFollow),
});
