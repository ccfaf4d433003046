import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { DISPUTE_OUTCOMES, DISPUTE_REASONS } from '@yardage/domain/disputes';
import { REQUEST_KINDS, REQUEST_STATES } from '@yardage/domain/request-states';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { PERMISSIONS } from './permissions.ts';
import { moment, wholeNumber } from './scalars.ts';
import { ticketDetail } from './tickets.ts';

const dollars = z.number();

const paymentData = z.strictObject({
  cartId: z.string(),
  /** The processor's id of the payment; null if the processor was not reached. */
  processorId: z.string().nullable(),
  method: z.string(),
  amount: dollars,
  discount: dollars,
  startedAt: moment,
  invoices: z.array(z.strictObject({ invoiceNumber: z.string(), amount: dollars, discount: dollars })),
  /** The credits that were applied with it, beside `amount`; the method is `Credit` if nothing was charged. */
  credits: z.array(z.strictObject({ creditNumber: z.string(), invoiceNumber: z.string(), amount: dollars })),
});
const failedPaymentData = paymentData.extend({ statusCode: z.int(), reason: z.string() });
/** Money of a settled payment that went back, or came again. */
const paymentReturnData = z.strictObject({
  cartId: z.string(),
  processorId: z.string().nullable(),
  method: z.string(),
  /** What went back or came again this time, and what is left of the payment after it. */
  amount: dollars,
  remainingAmount: dollars,
  happenedAt: moment,
  /** The invoices that are open again by it, or paid again. Money on account names none. */
  invoices: z.array(z.strictObject({ invoiceNumber: z.string(), amount: dollars, discount: dollars })),
});
const memberData = z.strictObject({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string().nullable(),
  isEnabled: z.boolean(),
});
const disputeData = z.strictObject({
  disputeId: z.int(),
  invoiceNumber: z.string(),
  /** The disputed line; null for a whole invoice. */
  ticketNumber: z.string().nullable(),
  productNumber: z.string().nullable(),
  reason: z.enum(DISPUTE_REASONS),
  quantity: z.number().nullable(),
  /** Tax included. */
  amount: dollars,
  /** What the customer wrote last; for an answer, what the credit desk wrote. */
  message: z.string(),
  by: z.string(),
});
const ticketData = z.strictObject({
  ticketKey: z.string().nullable().describe("The supplier's key of the ticket."),
  orderKey: z.string().nullable().describe("The supplier's key of its order; null if the order did not come from the supplier's systems."),
  /** The ticket's state when the event is sent. Amounts are null unless the receiver may see prices. */
  ticket: ticketDetail,
});

const requestData = z.strictObject({
  requestNumber: z.string(),
  kind: z.enum(REQUEST_KINDS),
  state: z.enum(REQUEST_STATES),
  /** The order that is to be changed, or that a confirmed pour made. */
  orderNumber: z.string().nullable(),
  /** The supplier's key of that order; null if it did not come from the supplier's systems. */
  orderKey: z.string().nullable(),
  plantNumber: z.string(),
  productNumber: z.string(),
  quoteNumber: z.string().nullable(),
  job: z.string(),
  jobAddress: z.string(),
  startsAt: moment,
  quantity: z.number(),
  holdQuantity: z.number().nullable(),
  intervalMinutes: z.int().nullable(),
  placement: z.string().nullable(),
  /** How aggregate and block are unloaded; `isPickedUp` if the customer comes to the plant. */
  unloading: z.string().nullable(),
  isPickedUp: z.boolean(),
  slump: z.string().nullable(),
  admixtures: z.string().nullable(),
  poNumber: z.string().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  notes: z.string().nullable(),
});
const signedTicketData = ticketData.extend({
  /** The entry that was added. The ticket has all of them. */
  signOffId: z.int(),
});
/** Somebody signed for a load or rejected it. The supplier's and the customer's systems receive it. */
const SIGN_OFF_EVENTS = { 'ticket.signed': signedTicketData, 'ticket.rejected': signedTicketData } as const;

/** The event types that the supplier's systems receive, each with the schema of its data. */
export const SUPPLY_EVENTS = {
  'payment.settled': paymentData,
  'payment.failed': failedPaymentData,
  'payment.returned': failedPaymentData,
  'payment.refunded': paymentReturnData,
  'payment.disputed': paymentReturnData,
  'payment.reinstated': paymentReturnData,
  'member.added': memberData,
  'member.changed': memberData,
  'member.removed': memberData,
  'registration.decided': z.strictObject({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    companyName: z.string(),
    /** The customer number as the person typed it. */
    requestedCustomerNumber: z.string(),
    decision: z.enum(['approved', 'rejected']),
    role: z.string().nullable(),
  }),
  'support.opened': z.strictObject({
    supportRequestId: z.int(),
    title: z.string(),
    description: z.string(),
    category: z.string(),
    kind: z.string(),
    openedBy: z.string(),
  }),
  'order.requested': requestData,
  'order.change-requested': requestData,
  /** Whatever ended a request. Of a confirmed pour the supplier's order names `requestNumber`, so that both are one order. */
  'order.request-answered': requestData,
  'dispute.opened': disputeData,
  /** A message of the customer reopens a dispute that was declined or lacked information. */
  'dispute.reopened': disputeData,
  'dispute.withdrawn': disputeData,
  'dispute.closed': disputeData,
  'dispute.answered': disputeData.extend({ outcome: z.enum(DISPUTE_OUTCOMES) }),
  ...SIGN_OFF_EVENTS,
} as const;
/** The events that a customer's own systems receive. */
export const CUSTOMER_EVENTS = {
  'ticket.issued': ticketData,
  'ticket.changed': ticketData,
  'ticket.removed': z.strictObject({
    ticketId: z.int().describe('The id of the ticket in earlier events.'),
    ticketNumber: z.string(),
  }),
  ...SIGN_OFF_EVENTS,
} as const;

export type SupplyEventType = keyof typeof SUPPLY_EVENTS;
export type CustomerEventType = keyof typeof CUSTOMER_EVENTS;
export type SignOffEventType = keyof typeof SIGN_OFF_EVENTS;
export type SupplyEventData<T extends SupplyEventType> = z.input<(typeof SUPPLY_EVENTS)[T]>;

export const SUPPLY_EVENT_TYPES = Object.keys(SUPPLY_EVENTS) as [SupplyEventType, ...SupplyEventType[]];
export const CUSTOMER_EVENT_TYPES = Object.keys(CUSTOMER_EVENTS) as [CustomerEventType, ...CustomerEventType[]];

/** One event, in the feed and as the body of a webhook. */
const eventOf = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.strictObject({
    /** Unique. A webhook sends it as `webhook-id`, also when it is sent again. */
    id: z.uuid(),
    type: z.literal(type),
    timestamp: moment,
    /** The code of the customer's data source. */
    dataSource: z.string().nullable(),
    customerNumber: z.string().nullable(),
    globalCustomerNumber: z.string().nullable(),
    data,
  });
const unionOf = (events: Readonly<Record<string, z.ZodType>>) => z.union(Object.entries(events).map(([type, data]) => eventOf(type, data)));

/** An event without its data typed, as the server passes it on. */
export interface PortalEvent {
  id: string;
  type: string;
  timestamp: string;
  dataSource: string | null;
  customerNumber: string | null;
  globalCustomerNumber: string | null;
  data: unknown;
}

const typeList = (types: readonly [string, ...string[]]) =>
  z
    .string()
    .max(1000)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(types, { error: () => CONTRACT_MESSAGES.eventType })));

/** The most events in one answer, and the longest wait for one. */
const MAX_EVENTS = 500;
const MAX_WAIT_SECONDS = 25;

const feedQuery = (types: readonly [string, ...string[]]) =>
  z.object({
    /** The cursor of the last answer; without it the feed begins with the oldest event. */
    after: z.string().max(100).optional(),
    /** Types separated by commas; without it all. */
    types: typeList(types).optional(),
    limit: wholeNumber(1, MAX_EVENTS).default(100),
    /** How many seconds to wait for an event if there is none yet. */
    wait: z.coerce
      .number({ error: () => CONTRACT_MESSAGES.wholeSeconds })
      .int({ error: () => CONTRACT_MESSAGES.wholeSeconds })
      .min(0)
      .max(MAX_WAIT_SECONDS)
      .default(0),
  });
const feedOf = (event: z.ZodType) =>
  z.strictObject({
    events: z.array(event),
    /** Where to go on; opaque. */
    cursor: z.string(),
    /** Whether more events are there already. */
    hasMore: z.boolean(),
    hasGap: z
      .boolean()
      .describe('Events after the given cursor were deleted because of their age, so some may be missing before this page.'),
  });

export const listEvents = defineEndpoint({
  id: 'supply.events',
  requirement: 'EVT-01',
  summary: 'What happened in the portal, in a fixed order; go on with the cursor of the answer',
  method: 'GET',
  path: '/supply/events',
  access: { service: 'events:read' },
  scope: 'none',
  query: feedQuery(SUPPLY_EVENT_TYPES),
  answer: feedOf(unionOf(SUPPLY_EVENTS)),
});

export const listCustomerEvents = defineEndpoint({
  id: 'integrations.events',
  requirement: 'EVT-05',
  summary: "A customer's tickets as they are issued, change and are signed, in a fixed order, since the account has an integration",
  method: 'GET',
  path: '/customers/:globalCustomerNumber/events',
  access: { anyOf: [PERMISSIONS.TICKETS_VIEW] },
  scope: 'customer',
  params: customerParams,
  query: feedQuery(CUSTOMER_EVENT_TYPES),
  answer: feedOf(unionOf(CUSTOMER_EVENTS)),
});
