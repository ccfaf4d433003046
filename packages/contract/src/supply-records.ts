import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { ORDER_STATUS } from '@yardage/domain/orders';
import { TICKET_STATUS } from '@yardage/domain/tickets';
import { z } from 'zod';
import { dataSourceCode, timeZone } from './scalars.ts';
import {
  keyOf,
  latitude,
  longitude,
  material,
  money,
  nullIfAbsent,
  percent,
  place,
  prose,
  supplyDay,
  supplyEmail,
  supplyKey,
  supplyMoment,
  supplyPhone,
  supplyQuantity,
  textLine,
} from './supply-fields.ts';

/** What every record has: the supplier's key, and when this version of it was made. */
export const recordHead = {
  key: supplyKey.describe("The supplier's own name of the record, unique among the records of its resource and data source."),
  updatedAt: supplyMoment.describe('When this version was made. It orders the versions of a record: an older one changes nothing.'),
};

const dataSource = z.strictObject({
  ...recordHead,
  key: dataSourceCode.describe('The code of the data source, as in every other batch.'),
  name: textLine(),
  timeZone: timeZone.meta({ examples: ['America/Chicago'] }),
  isTest: z.boolean().default(false).describe('Only the data of a test data source can be purged.'),
});

const plant = z.strictObject({ ...recordHead, number: textLine(20), name: textLine(), ...place, latitude, longitude });

const product = z.strictObject({
  ...recordHead,
  number: textLine(40),
  description: textLine(),
  material,
  unitOfMeasure: textLine(10).describe('As printed: CY, TN, EA, LD.'),
  kind: z
    .enum(['material', 'charge', 'environmental-charge'])
    .default('material')
    .describe("`material` is what can be ordered and what a ticket's quantity counts. Send additives, fibers and fees as `charge`."),
  slump: nullIfAbsent(textLine(40)),
  // Optional from a time when versions were compared by their hash. A new field can be `nullIfAbsent`: `hasSameContent` parses the stored version.
  piecesPerPallet: z.int().positive().max(10_000).optional().describe('Block: pieces on a pallet, so that pallets can be requested.'),
});

const priceList = z.strictObject({
  ...recordHead,
  name: textLine(),
  effectiveFrom: supplyDay,
  items: z.array(z.strictObject({ productKey: keyOf('products'), unitPrice: money })).max(2000),
});

const truck = z.strictObject({
  ...recordHead,
  plantKey: keyOf('plants'),
  number: textLine(40),
  telemetryAccount: textLine(60).describe('Account at the telemetry provider; with the number it names the truck in positions.'),
  driverName: textLine(),
  driverPhone: nullIfAbsent(supplyPhone),
});

const contact = z.strictObject({ ...recordHead, name: textLine(), email: supplyEmail, phone: supplyPhone });

const announcement = z.strictObject({
  ...recordHead,
  audience: z.enum(['data-source', 'all']).default('data-source').describe("Customers of this data source, or everybody's."),
  title: textLine(),
  body: prose(),
  postedOn: supplyDay,
  expiresOn: nullIfAbsent(supplyDay),
});

const customer = z.strictObject({
  ...recordHead,
  customerNumber: textLine(20),
  globalCustomerNumber: textLine(20).describe('Unique over all data sources.'),
  companyName: textLine(),
  displayName: textLine(),
  email: nullIfAbsent(supplyEmail),
  phone: nullIfAbsent(supplyPhone),
  ...place,
  taxRate: percent,
  priceListKey: keyOf('price-lists'),
  since: supplyMoment,
  contacts: z
    .array(z.strictObject({ kind: z.enum(['account-rep', 'sales-rep', 'regional-manager']), contactKey: keyOf('contacts') }))
    .max(3)
    .default([])
    .refine((list) => new Set(list.map(({ kind }) => kind)).size === list.length, { error: () => CONTRACT_MESSAGES.oneContact }),
});

const member = z.strictObject({
  ...recordHead,
  customerKey: keyOf('customers'),
  email: supplyEmail,
  firstName: textLine(80),
  lastName: textLine(80),
  phone: supplyPhone,
  role: z.enum(['Owner', 'Administrator', 'Accounts Payable', 'Project Manager', 'Field', 'Viewer']),
  isEnabled: z.boolean().default(true).describe('False takes the access away and keeps the member in the list.'),
  since: supplyMoment,
  position: nullIfAbsent(z.int().min(0).max(10_000)).describe("Place of the customer in the person's own list; last if it is not sent."),
  invite: z
    .boolean()
    .optional()
    .describe('Whether a new member gets a mail that says how to sign in, once. Left out: yes, except in a test data source.'),
});

const quote = z.strictObject({
  ...recordHead,
  customerKey: keyOf('customers'),
  plantKey: keyOf('plants'),
  number: textLine(40).describe('Unique among the quotes of the customer.'),
  name: textLine(),
  type: textLine(60),
  address: textLine(400),
  specJob: nullIfAbsent(textLine()),
  salesPersonName: textLine(),
  quoteDate: supplyDay,
  startDate: supplyDay,
  terminationDate: nullIfAbsent(supplyDay),
  status: z.enum(['pending', 'active', 'inactive']),
  priceAdjustment: nullIfAbsent(money).describe('Added to each unit price a year after the start.'),
  terms: nullIfAbsent(prose()),
  lines: z.array(z.strictObject({ productKey: keyOf('products'), quantity: supplyQuantity, unitPrice: money })).max(500),
});

/** The statuses of an order, by the numbers that the portal uses. */
export const SUPPLY_ORDER_STATUSES = {
  deleted: ORDER_STATUS.deleted,
  'to-be-shipped': ORDER_STATUS.toBeShipped,
  fob: ORDER_STATUS.fob,
  'will-call': ORDER_STATUS.willCall,
  'on-hold': ORDER_STATUS.onHold,
  complete: ORDER_STATUS.complete,
  shipping: ORDER_STATUS.shipping,
  'stop-shipping': ORDER_STATUS.stopped,
  'back-order': ORDER_STATUS.backOrder,
  cancelled: ORDER_STATUS.cancelled,
} as const;

const order = z.strictObject({
  ...recordHead,
  customerKey: keyOf('customers'),
  plantKey: keyOf('plants'),
  productKey: keyOf('products'),
  quoteKey: nullIfAbsent(keyOf('quotes')),
  number: textLine(40).describe('The number that people read; it may be used again on another day.'),
  material,
  status: z.enum(Object.keys(SUPPLY_ORDER_STATUSES) as [keyof typeof SUPPLY_ORDER_STATUSES]),
  startsAt: supplyMoment,
  shipDate: supplyDay,
  onJobAt: nullIfAbsent(supplyMoment),
  ticketAt: nullIfAbsent(supplyMoment),
  quantityOrdered: supplyQuantity.positive({ error: () => CONTRACT_MESSAGES.quantityAboveZero }),
  loadCount: z.int().min(0).max(100_000),
  intervalMinutes: nullIfAbsent(z.int().min(0).max(10_000)),
  job: textLine(),
  jobNumber: nullIfAbsent(textLine(60)),
  poNumber: nullIfAbsent(textLine(60)),
  orderedBy: nullIfAbsent(textLine()),
  orderedByPhone: nullIfAbsent(supplyPhone),
  jobAddress1: textLine(),
  jobAddress2: nullIfAbsent(textLine()),
  jobLatitude: nullIfAbsent(latitude),
  jobLongitude: nullIfAbsent(longitude),
  lotOrBlock: nullIfAbsent(textLine(60)),
  usage: nullIfAbsent(textLine()),
  slump: nullIfAbsent(textLine(40)),
  directions: nullIfAbsent(prose(2000)),
  // Optional like `piecesPerPallet`, for the same reason.
  requestNumber: textLine(40)
    .nullable()
    .optional()
    .describe("The number of the portal's request that the order answers. The order that the request made becomes this one."),
  createdAt: supplyMoment,
});

/** The statuses of a ticket, by the numbers that the portal uses (TRK-07). */
export const SUPPLY_TICKET_STATUSES = {
  ticketed: TICKET_STATUS.ticketed,
  loaded: TICKET_STATUS.loaded,
  'to-job': TICKET_STATUS.toJob,
  'on-job': TICKET_STATUS.onJob,
  unloading: TICKET_STATUS.unloading,
  finished: TICKET_STATUS.finished,
} as const;

const TELEMETRY_NOTE =
  'Left out, it stays as it is: telemetry may tell it. Null takes it back. Send it in each version if you know it: an older version that comes late changes nothing.';
const step = supplyMoment.nullable().optional().describe(TELEMETRY_NOTE);

const ticket = z.strictObject({
  ...recordHead,
  customerKey: keyOf('customers'),
  orderKey: keyOf('orders'),
  plantKey: keyOf('plants'),
  truckKey: nullIfAbsent(keyOf('trucks')),
  number: textLine(40).describe('The number that people read; it may be used again on another day.'),
  isCancelled: z.boolean().default(false).describe('A cancelled ticket stays in the list and counts nowhere.'),
  status: z
    .enum(Object.keys(SUPPLY_TICKET_STATUSES) as [keyof typeof SUPPLY_TICKET_STATUSES])
    .optional()
    .describe('Left out, it is what the times imply, those of telemetry included.'),
  ticketedAt: supplyMoment,
  loadingAt: step,
  leavePlantAt: step,
  arrivedAt: step,
  pourStartedAt: step,
  finishedAt: step,
  leaveJobAt: step,
  dueOnJobAt: nullIfAbsent(supplyMoment),
  driverName: nullIfAbsent(textLine()),
  loadNumber: z.int().min(0).max(100_000),
  quantity: supplyQuantity,
  slump: nullIfAbsent(textLine(40)),
  testCylindersTaken: nullIfAbsent(z.int().min(0).max(1000)),
  gallonsWaterAdded: nullIfAbsent(supplyQuantity),
  notes: nullIfAbsent(prose(2000)),
  tax: money,
  lines: z.array(z.strictObject({ productKey: keyOf('products'), quantity: supplyQuantity, unitPrice: money, amount: money })).max(200),
});

const voiding = {
  voidedOn: nullIfAbsent(supplyDay).describe('A voided document stays in the list, and stays void.'),
  voidReason: nullIfAbsent(textLine()),
};
const amounts = {
  sales: money,
  tax: money,
  total: money.positive({ error: () => CONTRACT_MESSAGES.totalAboveZero }).describe('Sales and tax.'),
};

const invoice = z.strictObject({
  ...recordHead,
  customerKey: keyOf('customers'),
  orderKey: nullIfAbsent(keyOf('orders')),
  ticketKeys: z
    .array(keyOf('tickets'))
    .max(1000)
    .describe('The tickets that it bills: its sales are the sum of their lines. Empty for an old invoice whose tickets are not sent.'),
  number: textLine(40).describe('Unique among the invoices of the customer.'),
  date: supplyDay,
  dueDate: supplyDay,
  batchNumber: textLine(40).default('-'),
  ...amounts,
  discount: money.default(0).describe('Deducted if it is paid by `discountLastDay`.'),
  discountLastDay: nullIfAbsent(supplyDay),
  ...voiding,
});

const credit = z.strictObject({
  ...recordHead,
  customerKey: keyOf('customers'),
  orderKey: nullIfAbsent(keyOf('orders')),
  invoiceKey: nullIfAbsent(keyOf('invoices')).describe('The invoice that it is about. `applications` say which ones it pays.'),
  number: textLine(40).describe('Unique among the credits of the customer.'),
  date: supplyDay,
  reason: textLine(),
  ...amounts,
  lines: z
    .array(
      z.strictObject({
        ticketKey: nullIfAbsent(keyOf('tickets')),
        productKey: nullIfAbsent(keyOf('products')),
        description: textLine(),
        quantity: supplyQuantity,
        unitPrice: money,
        amount: money,
      }),
    )
    .max(500)
    .default([]),
  applications: z
    .array(
      z.strictObject({
        invoiceKey: keyOf('invoices'),
        amount: money.positive({ error: () => CONTRACT_MESSAGES.amountAboveZero }),
        on: supplyDay,
      }),
    )
    .max(500)
    .default([]),
  ...voiding,
});

const payment = z.strictObject({
  ...recordHead,
  customerKey: keyOf('customers'),
  method: z.enum(['check', 'lockbox', 'ach', 'wire', 'cash', 'card', 'e-check']),
  status: z.enum(['settled', 'pending', 'failed', 'returned']).default('settled'),
  receivedAt: supplyMoment,
  receivedOn: supplyDay.describe("The day from which it counts, in the data source's time zone."),
  returnedAt: nullIfAbsent(supplyMoment),
  amount: money.positive({ error: () => CONTRACT_MESSAGES.amountAboveZero }),
  reference: nullIfAbsent(textLine(60)).describe('Check number or reference of the bank.'),
  receiptNumber: nullIfAbsent(textLine(40)).describe('Unique over all payments; the portal numbers it if it is not sent.'),
  source: textLine(60).default('Accounting'),
  comments: nullIfAbsent(textLine()),
  applications: z
    .array(
      z.strictObject({
        invoiceKey: keyOf('invoices'),
        amount: money,
        discount: money.default(0),
      }),
    )
    .max(1000)
    .describe('What it pays. The rest of the amount stays on the account.'),
});

/** The resources with the schemas of their records, those first that others refer to. */
export const SUPPLY_RESOURCES = {
  'data-sources': dataSource,
  plants: plant,
  products: product,
  'price-lists': priceList,
  trucks: truck,
  contacts: contact,
  announcements: announcement,
  customers: customer,
  members: member,
  quotes: quote,
  orders: order,
  tickets: ticket,
  invoices: invoice,
  credits: credit,
  payments: payment,
} as const;

export type SupplyResource = keyof typeof SUPPLY_RESOURCES;
export const SUPPLY_RESOURCE_NAMES = Object.keys(SUPPLY_RESOURCES) as [SupplyResource, ...SupplyResource[]];
/** A record of a resource after validation. */
export type SupplyRecord<R extends SupplyResource> = z.output<(typeof SUPPLY_RESOURCES)[R]>;
/** A record of a resource as a supplier's system sends it. */
export type SentRecord<R extends SupplyResource> = z.input<(typeof SUPPLY_RESOURCES)[R]>;
