import { z } from 'zod';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { pagedResult, pageParams } from './paging.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, moment, oneOf, quantity } from './scalars.ts';

const contact = z.strictObject({ name: z.string(), email: z.string(), phone: z.string() });
export type Contact = z.infer<typeof contact>;

/** The parts of the summary. Each needs its own permission, and a card requests only its own part. */
export const SUMMARY_PARTS = {
  aging: PERMISSIONS.DASHBOARD_VIEW_ACCOUNT_AGING,
  rewards: PERMISSIONS.DASHBOARD_VIEW_REWARDS,
  contacts: PERMISSIONS.DASHBOARD_VIEW_CONTACTS,
} as const;
export type SummaryPart = keyof typeof SUMMARY_PARTS;

const amount = z.number().nullable();
const date = z.iso.date().nullable();

/** Summary of the account (DSH-17). Parts that were not requested, or that the caller may not see, are null. */
export const customerSummary = z.strictObject({
  lastAged: date,
  currentAmount: amount,
  last30DaysAmount: amount,
  last90DaysAmount: amount,
  over90DaysAmount: amount,
  balanceAmount: amount,
  /** The part of the balance that pending payments cover. */
  pendingAmount: amount,
  /** Open credits and payments on account. The balance and `currentAmount` are less by this amount. */
  unappliedAmount: amount,
  lastInvoiceDate: date,
  lastInvoiceAmount: amount,
  lastPaymentDate: date,
  lastPaymentAmount: amount,
  lastStatementDate: date,
  lastStatementAmount: amount,
  /** The open amount of this year's invoices. */
  yearToDateBalanceAmount: amount,
  /** Average days from invoice date to payment, over the invoices paid this year. */
  yearToDateAverageDays: amount,
  lifeToDateBalanceAmount: amount,
  lifeToDateAverageDays: amount,
  currentYearSpend: amount,
  previousYearSpend: amount,
  accountRep: contact.nullable(),
  salesRep: contact.nullable(),
  regionalManager: contact.nullable(),
});
export type CustomerSummary = z.infer<typeof customerSummary>;

export const getCustomerSummary = defineEndpoint({
  id: 'dashboard.summary',
  requirement: 'API-43',
  summary: 'Aging, last documents, spend by year and contacts of a customer, from the ledger',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/summary',
  access: { anyOf: [SUMMARY_PARTS.aging, SUMMARY_PARTS.rewards, SUMMARY_PARTS.contacts] },
  scope: 'customer',
  params: customerParams,
  query: z.object({
    ...customerQuery,
    part: oneOf(['aging', 'rewards', 'contacts']).optional(),
  }),
  answer: customerSummary,
});

/** Discounts that are still available if paid in time (DSH-04). */
export const possibleDiscounts = z.strictObject({
  totalPossibleDiscountAmount: z.number(),
  expiryDateWiseDiscounts: z.array(
    z.strictObject({
      possibleDiscountAmount: z.number(),
      discountExpiryDate: z.iso.date(),
      invoiceCount: z.int(),
      /** Dates of the first and last of these invoices. */
      firstDocumentDate: z.iso.date(),
      lastDocumentDate: z.iso.date(),
    }),
  ),
});
export type PossibleDiscounts = z.infer<typeof possibleDiscounts>;

export const getPossibleDiscounts = defineEndpoint({
  id: 'dashboard.possible-discounts',
  requirement: 'API-42',
  summary: 'Discounts that unpaid invoices still carry, by the last day to take them',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/possible-discounts',
  access: { anyOf: [PERMISSIONS.INVOICES_VIEW] },
  scope: 'customer',
  params: customerParams,
  query: z.object({ ...customerQuery }),
  answer: possibleDiscounts,
});

export const announcement = z.strictObject({ id: z.int(), title: z.string(), body: z.string(), postedDate: z.iso.date() });
export type Announcement = z.infer<typeof announcement>;

export const listAnnouncements = defineEndpoint({
  id: 'dashboard.announcements',
  requirement: 'DSH-03',
  summary: "News of the customer's data source and of the supplier as a whole that have not expired",
  method: 'GET',
  path: '/customers/:globalCustomerNumber/announcements',
  access: { anyOf: [PERMISSIONS.DASHBOARD_VIEW_ANNOUNCEMENTS] },
  scope: 'customer',
  params: customerParams,
  query: z.object({ ...customerQuery, ...pageParams(['postedDate', 'title']) }),
  answer: pagedResult(announcement),
});

/** Today's activity, by the data source's time zone. Fields that the caller may not see are null. */
export const today = z.strictObject({
  date: z.iso.date(),
  orders: z
    .strictObject({
      count: z.int(),
      quantities: z.array(z.strictObject({ unitOfMeasure: z.string(), ordered: quantity, delivered: quantity })),
    })
    .nullable(),
  /** Trucks with the customer's loads, by place. Only driving trucks count as on the road. */
  trucksAtPlant: z.int().nullable(),
  trucksOnTheRoad: z.int().nullable(),
  trucksOnJob: z.int().nullable(),
});
export type Today = z.infer<typeof today>;

export const getToday = defineEndpoint({
  id: 'dashboard.today',
  requirement: 'SHL-08',
  summary: "The day's orders, and where the trucks with the customer's loads are",
  method: 'GET',
  path: '/customers/:globalCustomerNumber/today',
  access: { anyOf: [PERMISSIONS.ORDERS_VIEW, PERMISSIONS.TRUCK_TRACKING_VIEW] },
  scope: 'customer',
  params: customerParams,
  query: z.object({ ...customerQuery }),
  answer: today,
});

/** One of today's orders with its delivered quantity and the quantities under way. */
export const todaysDelivery = z.strictObject({
  id: z.int(),
  orderNumber: z.string(),
  job: z.string(),
  orderType: z.int(),
  orderStatusId: z.int(),
  orderStatus: z.string(),
  startsAt: moment,
  unitOfMeasure: z.string(),
  qtyOrdered: quantity,
  qtyDelivered: quantity,
  inTransitQty: quantity,
  /** Ticketed or loaded. */
  atPlantQty: quantity,
  /** On trucks that are driving. */
  onRoadQty: quantity,
  /** On trucks that have arrived. */
  onJobQty: quantity,
  /** When the next truck is expected. Null if none is coming, the time is unknown, or the caller may not track trucks. */
  nextTruckAt: moment.nullable(),
});
export type TodaysDelivery = z.infer<typeof todaysDelivery>;

/** The first of today's deliveries, with the total count. */
export const todaysDeliveries = z.strictObject({ totalCount: z.int(), items: z.array(todaysDelivery) });
export type TodaysDeliveries = z.infer<typeof todaysDeliveries>;

export const getTodaysDeliveries = defineEndpoint({
  id: 'dashboard.todays-deliveries',
  requirement: 'ORD-21',
  summary: "The day's orders that are not cancelled, those under way first, with the next truck's expected arrival",
  method: 'GET',
  path: '/customers/:globalCustomerNumber/today/deliveries',
  access: { anyOf: [PERMISSIONS.ORDERS_VIEW] },
  scope: 'customer',
  params: customerParams,
  query: z.object({ ...customerQuery }),
  answer: todaysDeliveries,
});

/** The money of one account, or of all accounts together. Null where the user may not see it. */
const accountSums = {
  balanceAmount: amount,
  pendingAmount: amount,
  /** Open credits and payments on account. The balance and `currentAmount` are less by this amount. */
  unappliedAmount: amount,
  currentAmount: amount,
  last30DaysAmount: amount,
  last90DaysAmount: amount,
  over90DaysAmount: amount,
  /** Discounts that are still available if all open invoices are paid in time. */
  possibleDiscountAmount: amount,
  /** Orders that start today and are not cancelled. */
  orderCount: z.int().nullable(),
};

/** One customer number of the signed-in user (APY-11). */
export const accountOverview = z.strictObject({
  globalCustomerNumber: z.string(),
  customerNumber: z.string(),
  displayName: z.string(),
  datasource: z.string(),
  ...accountSums,
  /** The last day of the first discount that expires. */
  discountExpiryDate: date,
});
export type AccountOverview = z.infer<typeof accountOverview>;

/** All customer numbers of the signed-in user in their own order, and the sums of what they may see. */
export const accountsOverview = z.strictObject({ accounts: z.array(accountOverview), totals: z.strictObject(accountSums) });
export type AccountsOverview = z.infer<typeof accountsOverview>;

export const getAccountsOverview = defineEndpoint({
  id: 'dashboard.accounts',
  requirement: 'APY-11',
  summary: "Balance, aging, discounts and today's orders of each of the user's customer numbers, and their sums",
  method: 'GET',
  path: '/users/me/accounts',
  access: { signedIn: 'each account shows what its own role permits, and nothing else' },
  scope: 'user',
  answer: accountsOverview,
});
