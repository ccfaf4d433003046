import { type ALERT_TYPE_NAMES, ALERT_TEXTS as TEXTS } from './alerts.messages.ts';
import { formatMoney } from './money.ts';

export type AlertType = keyof typeof ALERT_TYPE_NAMES;

/** Alerts about what a truck does now. They are not sent late. */
export const TRUCK_ALERTS = ['truck-left', 'ten-minutes', 'arrived', 'last-load'] as const satisfies readonly AlertType[];
/** Alerts about one delivery. They can be followed for an order, a job or the whole account. The text of the follow menu lists them. */
export const DELIVERY_ALERTS = [...TRUCK_ALERTS, 'order-changed'] as const satisfies readonly AlertType[];
/** Alerts about a day that comes. They are recorded when the day before begins, so that every daily mail of that day has them. */
export const DAY_AHEAD_ALERTS = ['invoice-due', 'discount-expiring'] as const satisfies readonly AlertType[];
/** Alerts about the account. */
const ACCOUNT_ALERTS = [
  'request-answered',
  ...DAY_AHEAD_ALERTS,
  'payment-returned',
  'statement-ready',
] as const satisfies readonly AlertType[];
export const ALERT_TYPES = [...DELIVERY_ALERTS, ...ACCOUNT_ALERTS] as const;

/** How alerts are mailed: one by one, once a day, or not. */
export const ALERT_MAIL_MODES = ['each', 'digest', 'off'] as const;
type AlertMailMode = (typeof ALERT_MAIL_MODES)[number];
/** The settings of a user who has changed none. The defaults of the table `alert_settings` are the same. */
export const DEFAULT_ALERT_SETTINGS: { mail: AlertMailMode; quietFrom: null; quietTo: null; digestAt: number } = {
  mail: 'each',
  quietFrom: null,
  quietTo: null,
  digestAt: 6 * 60,
};

/** What is known about an event. Each type has some of it. */
export interface AlertFacts {
  orderId?: number | undefined;
  orderNumber?: string | undefined;
  job?: string | undefined;
  ticketId?: number | undefined;
  truck?: string | null | undefined;
  load?: number | undefined;
  invoice?: string | undefined;
  cents?: number | undefined;
  payment?: string | undefined;
  /** A calendar day. */
  day?: string | undefined;
  changes?: string[] | undefined;
  supportId?: number | undefined;
  title?: string | undefined;
  /** An order request, and what dispatch did about it. */
  requestId?: number | undefined;
  requestNumber?: string | undefined;
  answer?: keyof typeof TEXTS.orderRequest | undefined;
}

/** Returns what an alert says, in the current language. `formatDay` writes a calendar day. */
export function alertText(type: AlertType, facts: AlertFacts, formatDay: (day: string) => string): string {
  const { job = '', orderNumber = '', load = 0, invoice = '', payment = '', cents = 0, day = '' } = facts;
  const truck = facts.truck ?? '–';
  const writtenDay = day ? formatDay(day) : '';
  switch (type) {
    case 'truck-left':
      return TEXTS.truckLeft(truck, load, job);
    case 'ten-minutes':
      return TEXTS.tenMinutes(truck, load, job);
    case 'arrived':
      return TEXTS.arrived(truck, load, job);
    case 'last-load':
      return TEXTS.lastLoad(orderNumber, job);
    case 'order-changed': {
      const names = TEXTS.changes as Readonly<Record<string, string>>;
      return TEXTS.orderChanged(orderNumber, job, (facts.changes ?? []).map((change) => names[change] ?? change).join(', '));
    }
    case 'request-answered':
      return facts.answer ? TEXTS.orderRequest[facts.answer](facts.requestNumber ?? '', job) : TEXTS.requestAnswered(facts.title ?? '');
    case 'invoice-due':
      return TEXTS.invoiceDue(invoice, writtenDay, formatMoney(cents));
    case 'discount-expiring':
      return TEXTS.discountExpiring(formatMoney(cents), invoice, writtenDay);
    case 'payment-returned':
      return TEXTS.paymentReturned(formatMoney(cents), payment);
    case 'statement-ready':
      return TEXTS.statementReady(writtenDay);
  }
}

/** Returns the page of the portal that shows what an alert is about. */
export function alertPath(type: AlertType, { ticketId, orderId, invoice, day, supportId, requestId }: AlertFacts): string {
  switch (type) {
    case 'truck-left':
    case 'ten-minutes':
    case 'arrived':
      return `/truck-tracking?ticket=${ticketId}`;
    case 'last-load':
    case 'order-changed':
      return `/orders?order=${orderId}`;
    case 'request-answered':
      return requestId ? `/requests?request=${requestId}` : `/support?request=${supportId}`;
    case 'invoice-due':
    case 'discount-expiring':
      return `/invoices?status=All&invoice=${encodeURIComponent(invoice ?? '')}`;
    case 'payment-returned':
      return '/paymentHistory';
    case 'statement-ready':
      return `/statements?statement=${day}`;
  }
}
