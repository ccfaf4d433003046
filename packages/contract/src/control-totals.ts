import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { dataSourceCode, moment, wholeNumber } from './scalars.ts';
import { MAX_SUPPLY_BYTES } from './supply.ts';
import { money, supplyDay, supplyKey, supplyQuantity } from './supply-fields.ts';

const MAX_TOTALS = 1000;
/** A complete list has to fit into one call. */
const MAX_CUSTOMERS = 20_000;
const MAX_RECORDS = 2000;
const whole = z.int().min(0).max(1e9);

const invoiceTotal = z.strictObject({
  customerKey: supplyKey,
  count: whole.describe('How many invoices of the customer are open.'),
  amount: money.describe('The sum of what is open of them, in dollars.'),
  invoices: z
    .array(z.strictObject({ key: supplyKey, open: money }))
    .max(MAX_RECORDS)
    .optional()
    .describe('The open invoices themselves, to find the ones that differ.'),
});
const ticketTotal = z.strictObject({
  day: supplyDay,
  count: whole.describe('Tickets of the day that are not cancelled.'),
  quantity: supplyQuantity.describe('The sum of their quantities.'),
  tickets: z
    .array(z.strictObject({ key: supplyKey, quantity: supplyQuantity }))
    .max(MAX_RECORDS)
    .optional()
    .describe('The tickets themselves, to find the ones that differ.'),
});
export type InvoiceTotal = z.output<typeof invoiceTotal>;
export type TicketTotal = z.output<typeof ticketTotal>;

export const putControlTotals = defineEndpoint({
  id: 'supply.put-control-totals',
  requirement: 'FED-12',
  summary: "Compares the supplier's totals with ours: open invoices of customers, and tickets of days",
  method: 'PUT',
  path: '/supply/control-totals',
  access: { service: 'deliveries:write' },
  scope: 'none',
  body: z.strictObject({
    dataSource: dataSourceCode,
    openInvoices: z.array(invoiceTotal).max(MAX_CUSTOMERS).default([]),
    isComplete: z
      .boolean()
      .default(false)
      .describe('True if `openInvoices` names every customer with open invoices. Those who are not named are compared with 0.'),
    tickets: z.array(ticketTotal).max(MAX_TOTALS).default([]),
  }),
  answer: z.strictObject({ compared: z.int(), differences: z.int() }),
  maxBodyBytes: MAX_SUPPLY_BYTES,
});

const difference = z.strictObject({
  dataSource: z.string(),
  kind: z.enum(['open-invoices', 'tickets']),
  subject: z.string().describe("The customer's key, or the day."),
  measure: z.enum(['count', 'amount', 'quantity']),
  key: z.string().nullable().describe('The record that differs; null for the total itself.'),
  theirs: z.number().nullable().describe('Null if the supplier does not have the record.'),
  ours: z.number().nullable().describe('Null if we do not have the record, or it is not open.'),
  comparedAt: moment,
});

const query = z.object({
  dataSource: dataSourceCode.optional(),
  after: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
  limit: wholeNumber(1, 1000).default(100),
});
const answer = z.strictObject({
  total: z.int(),
  next: z.int().nullable().describe('Pass it as `after` for the next page.'),
  items: z.array(difference),
});

export const listDifferences = defineEndpoint({
  id: 'supply.differences',
  requirement: 'FED-12',
  summary: "Where the supplier's control totals and ours differ, down to the record where keys were sent",
  method: 'GET',
  path: '/supply/differences',
  access: { service: 'deliveries:read' },
  scope: 'none',
  query,
  answer,
});

export const listDeskDifferences = defineEndpoint({
  id: 'desk.differences',
  requirement: 'FED-12',
  summary: "The same for staff: where the supplier's control totals and ours differ",
  method: 'GET',
  path: '/desk/differences',
  access: { staff: ['integration'] },
  scope: 'user',
  query,
  answer,
});
