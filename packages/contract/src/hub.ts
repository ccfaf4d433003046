import { z } from 'zod';
import { chatMessage } from './chat.ts';
import { PERMISSIONS, type PermissionCode } from './permissions.ts';
import { moment } from './scalars.ts';
import type { DeskArea } from './staff-roles.ts';

/** Address of the live hub (API-23). */
export const HUB = { path: '/hub', namespace: '/chat' } as const;

/** The records whose changes the hub announces. A user needs one of the codes to get the event. */
export const LIVE_RECORDS = {
  orders: [PERMISSIONS.ORDERS_VIEW],
  requests: [PERMISSIONS.ORDERS_REQUEST],
  tickets: [PERMISSIONS.TICKETS_VIEW, PERMISSIONS.ORDERS_VIEW, PERMISSIONS.TRUCK_TRACKING_VIEW],
  quotes: [PERMISSIONS.QUOTES_VIEW],
  invoices: [PERMISSIONS.INVOICES_VIEW, PERMISSIONS.STATEMENTS_VIEW, PERMISSIONS.DASHBOARD_VIEW_ACCOUNT_AGING],
  credits: [PERMISSIONS.INVOICES_VIEW, PERMISSIONS.STATEMENTS_VIEW, PERMISSIONS.DASHBOARD_VIEW_ACCOUNT_AGING],
  payments: [PERMISSIONS.PAYMENT_HISTORY_VIEW, PERMISSIONS.INVOICES_VIEW, PERMISSIONS.STATEMENTS_VIEW],
  /** Scheduled payments, those that wait for approval, autopay rules and the approval limit. */
  plans: [PERMISSIONS.PAYMENTS_SCHEDULE, PERMISSIONS.PAYMENTS_APPROVE, PERMISSIONS.INVOICES_PAY_INVOICES],
  members: [PERMISSIONS.USER_ACCOUNTS_VIEW],
  disputes: [PERMISSIONS.INVOICES_VIEW],
} as const satisfies Record<string, readonly PermissionCode[]>;
export type LiveResource = keyof typeof LIVE_RECORDS;
const LIVE_RESOURCES = Object.keys(LIVE_RECORDS) as [LiveResource, ...LiveResource[]];
export const MAX_CHANGED_IDS = 100;

/** The areas of the desk whose changes are announced to the staff who may use them. */
export const LIVE_DESK_AREAS = ['disputes', 'support'] as const satisfies readonly DeskArea[];
export type LiveDeskArea = (typeof LIVE_DESK_AREAS)[number];

/** Events sent by the server. */
export const hubEvents = {
  /**
   * To everyone in the session's room; `isOwn` is true for the sockets of the author.
   * Events may arrive out of order: `sequence` gives the order.
   */
  MessageReceived: chatMessage,
  /**
   * To the session's user and to dispatch, also outside the room, so that lists stay current (CHT-29). Sent after a status change and
   * after every message. A client in the room that lacks messages up to `lastSequence` fetches them. `MessageReceived` is lost if the
   * process dies before sending it; this event then makes up for it within seconds.
   */
  SessionStatusChanged: z.strictObject({ sessionId: z.string(), status: z.int(), modifiedDate: moment, lastSequence: z.int() }),
  /** To the others in the room; never stored. */
  Typing: z.strictObject({ sessionId: z.string(), senderType: z.int(), senderName: z.string() }),
  /**
   * To the customer's users who may see such records: the supplier's systems changed them. Open pages fetch what they show again. It names
   * at most `MAX_CHANGED_IDS` of the records.
   */
  RecordsChanged: z.strictObject({ globalCustomerNumber: z.string(), resource: z.enum(LIVE_RESOURCES), ids: z.array(z.int()) }),
  /** To the staff who may use the area: records of any customer changed. Open pages of the desk fetch what they show again. */
  DeskChanged: z.strictObject({ area: z.enum(LIVE_DESK_AREAS) }),
  /** To a user: their inbox of alerts changed. */
  AlertsChanged: z.strictObject({}),
  /** To everyone in the room: the last message that a participant has read. */
  MessagesRead: z.strictObject({ sessionId: z.string(), senderType: z.int(), sequence: z.int() }),
} as const;

/** Calls made by the client, each acknowledged with `{ ok: true }` or `{ ok: false, code }`. */
export const hubCalls = {
  JoinSession: z.strictObject({ sessionId: z.string() }),
  /** Leaves the session's room; the chat itself stays open. */
  CloseSession: z.strictObject({ sessionId: z.string() }),
  Typing: z.strictObject({ sessionId: z.string() }),
} as const;
export const hubAnswer = z.strictObject({ ok: z.boolean(), code: z.string().optional() });
