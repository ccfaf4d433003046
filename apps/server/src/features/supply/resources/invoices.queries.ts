import type { SupplyRecord } from '@yardage/contract/supply-records';
import { centsOf, formatMoney } from '@yardage/domain/money';
import type pg from 'pg';
import { closeVoided } from '#server/features/disputes/close-disputes.queries';
import { SUPPLY_MESSAGES } from '../supply.messages.ts';
import { type Fault, holderOf, type Item, type ResourceHandler, refer } from './resource-handler.ts';
import { findMoved, findRepeatedOfCustomer, lockRows, upsertRows } from './write-rows.queries.ts';

type InvoiceItem = Item<'invoices'>;

export const invoices: ResourceHandler<'invoices'> = {
  table: 'invoices',
  references: ({ customerKey, orderKey, ticketKeys }) => [
    refer('customers', customerKey, 'customerKey'),
    ...(orderKey === null ? [] : [refer('orders', orderKey, 'orderKey')]),
    ...ticketKeys.map((key, index) => refer('tickets', key, `ticketKeys.${index}`)),
  ],
  customerKey: ({ customerKey }) => customerKey,
  affects: ({ number, customerKey, orderKey, ticketKeys }) => [
    holderOf('invoices', number, customerKey),
    ...(orderKey === null ? [] : [refer('orders', orderKey, 'orderKey')]),
    ...ticketKeys.map((key) => refer('tickets', key, 'ticketKeys')),
  ],
  validate: validateInvoice,
  async check({ client }, items) {
    await lockRows(client, 'invoices', items);
    return [
      ...(await findRepeatedOfCustomer(client, 'invoices', 'document_number', items)),
      ...(await findMoved(client, 'invoices', items)),
      ...(await findUnbalanced(client, items)),
      ...(await findUnbillable(client, items)),
      ...findEndlessDiscounts(items),
    ];
  },
  async write({ client }, items) {
    await upsertRows(client, 'invoices', INVOICE_COLUMNS, items.map(invoiceRow));
    await billTickets(client, items);
    const voided = items.filter(({ isNew, record }) => !isNew && record.voidedOn !== null).map(({ id }) => id);
    if (voided.length > 0) await closeVoided(client, voided);
  },
};

function validateInvoice({ sales, tax, total, discount, ticketKeys }: SupplyRecord<'invoices'>) {
  const faults: { field: string; message: string }[] = [];
  if (centsOf(sales) + centsOf(tax) !== centsOf(total)) faults.push({ field: 'total', message: SUPPLY_MESSAGES.notTotal });
  if (discount > total) faults.push({ field: 'discount', message: SUPPLY_MESSAGES.discountAboveTotal });
  const repeatedAt = ticketKeys.findIndex((key, index) => ticketKeys.indexOf(key) < index);
  if (repeatedAt >= 0) faults.push({ field: `ticketKeys.${repeatedAt}`, message: SUPPLY_MESSAGES.namedTwice });
  return faults;
}

/** New invoices with a discount that nobody could ever use. Earlier releases took them, so a version of a known invoice may have one. */
function findEndlessDiscounts(items: readonly InvoiceItem[]): Fault[] {
  return items
    .filter(({ isNew, record }) => isNew && record.discount > 0 && record.discountLastDay === null && record.voidedOn === null)
    .map((item) => ({ item, field: 'discountLastDay', message: SUPPLY_MESSAGES.discountWithoutDay, dependsOn: [] }));
}

interface Balance {
  index: number;
  is_voided: boolean | null;
  has_other_order: boolean;
  /** Paid and pending. */
  settled_or_pending_cents: string;
  ticket_sum: string | null;
}

/**
 * Invoices that contradict their order, their payments or the lines of their tickets. A correction of an invoiced ticket that was refused
 * counts as its lines: the corrected invoice and the corrected ticket come one after the other, and neither fits without the other. Other
 * refused versions do not count: the invoice would not make them fit.
 */
async function findUnbalanced(client: pg.ClientBase, items: readonly InvoiceItem[]): Promise<Fault[]> {
  const given = items.map(({ id, isNew, record, idOf }, index) => ({
    index,
    id: isNew ? null : id,
    customer: idOf('customers', record.customerKey),
    order: record.orderKey === null ? null : idOf('orders', record.orderKey),
    tickets: record.ticketKeys.map((key) => idOf('tickets', key)),
  }));
  const { rows } = await client.query<Balance>(
    `select given.index, known.voided_on is not null as is_voided, coalesce(known.paid_cents + known.pending_cents, 0) as settled_or_pending_cents,
       exists (select from orders o where o.id = given."order" and o.customer_id <> given.customer) as has_other_order,
       (select coalesce(sum(coalesce(
           (select sum(round((line->>'amount')::numeric * 100)) from supply_records r, jsonb_array_elements(r.body->'lines') as line
            where r.resource = 'tickets' and r.entity_id = t.id and r.state = 'refused' and jsonb_typeof(r.body->'lines') = 'array'
              and r.depends_on = array[r.data_source || '/tickets/' || r.key] and (r.body->>'isCancelled')::boolean is not true
              and exists (select from supply_records o where o.resource = 'orders' and o.data_source = r.data_source
                and o.key = r.body->>'orderKey' and o.entity_id = t.order_id)),
           (select sum(line.amount_cents) from ticket_products line where line.ticket_id = t.id), 0)), 0)
        from tickets t where t.id = any(given.tickets)) as ticket_sum
     from json_to_recordset($1::json) as given(index int, id bigint, customer bigint, "order" bigint, tickets bigint[])
     left join invoices known on known.id = given.id`,
    [JSON.stringify(given)],
  );
  return rows.flatMap((row) => {
    const item = items[row.index];
    return item ? judgeBalance(item, row) : [];
  });
}

function judgeBalance(
  item: InvoiceItem,
  { is_voided: wasVoid, has_other_order: hasOtherOrder, settled_or_pending_cents: settledOrPendingCents, ticket_sum: sum }: Balance,
): Fault[] {
  const { record, key } = item;
  const own = [refer('invoices', key, '')];
  if (wasVoid) return record.voidedOn ? [] : [{ item, field: 'voidedOn', message: SUPPLY_MESSAGES.finalVoid, dependsOn: [] }];
  if (record.voidedOn) {
    return Number(settledOrPendingCents) > 0 ? [{ item, field: 'voidedOn', message: SUPPLY_MESSAGES.paidVoid, dependsOn: own }] : [];
  }
  const faults: Fault[] = [];
  if (hasOtherOrder) {
    const dependsOn = [refer('orders', record.orderKey ?? '', 'orderKey')];
    faults.push({ item, field: 'orderKey', message: SUPPLY_MESSAGES.otherCustomersOrder, dependsOn });
  }
  if (centsOf(record.total) < Number(settledOrPendingCents)) {
    faults.push({ item, field: 'total', message: SUPPLY_MESSAGES.belowPaid(formatMoney(Number(settledOrPendingCents))), dependsOn: own });
  }
  if (record.ticketKeys.length > 0 && centsOf(record.sales) !== Number(sum)) {
    const dependsOn = record.ticketKeys.map((ticket) => refer('tickets', ticket, 'sales'));
    faults.push({ item, field: 'sales', message: SUPPLY_MESSAGES.salesOff(formatMoney(Number(sum))), dependsOn });
  }
  return faults;
}

/** Tickets that the invoice cannot bill: of another customer, cancelled, or on another invoice that is not void. */
async function findUnbillable(client: pg.ClientBase, items: readonly InvoiceItem[]): Promise<Fault[]> {
  const given = items.flatMap(({ id, isNew, record, idOf }, index) =>
    record.voidedOn
      ? []
      : record.ticketKeys.map((key, place) => ({
          index,
          place,
          invoice: isNew ? null : id,
          customer: idOf('customers', record.customerKey),
          ticket: idOf('tickets', key),
        })),
  );
  const { rows } = await client.query<Unbillable>(
    `select * from (
       select given.index, given.place, t.customer_id <> given.customer as is_foreign, t.is_cancelled,
         (select i.document_number from invoices i where i.id = t.invoice_id and i.voided_on is null and i.id is distinct from given.invoice) as billed_on
       from json_to_recordset($1::json) as given(index int, place int, invoice bigint, customer bigint, ticket bigint)
       join tickets t on t.id = given.ticket
     ) as judged where is_foreign or is_cancelled or billed_on is not null`,
    [JSON.stringify(given)],
  );
  const faultOf = (row: Unbillable): Fault[] => {
    const item = items[row.index];
    const key = item?.record.ticketKeys[row.place];
    if (!item || key === undefined) return [];
    const dependsOn = [refer('tickets', key, 'ticketKeys')];
    return [{ item, field: `ticketKeys.${row.place}`, message: whyUnbillable(row), dependsOn }];
  };
  const first = new Map<number, InvoiceItem | undefined>();
  const later = given.flatMap(({ index, place, ticket }): Fault[] => {
    const earlier = first.get(ticket);
    if (earlier) {
      const fault = faultOf({ index, place, is_foreign: false, is_cancelled: false, billed_on: earlier.record.number });
      return fault.map((each) => ({ ...each, waitsBehind: [earlier] }));
    }
    first.set(ticket, items[index]);
    return [];
  });
  return [...rows.flatMap(faultOf), ...later];
}

interface Unbillable {
  index: number;
  place: number;
  is_foreign: boolean;
  is_cancelled: boolean;
  billed_on: string | null;
}

function whyUnbillable({ is_foreign: isForeign, is_cancelled: isCancelled, billed_on: billedOn }: Unbillable): string {
  if (isForeign) return SUPPLY_MESSAGES.otherCustomersTicket;
  return isCancelled ? SUPPLY_MESSAGES.cancelledTicket : SUPPLY_MESSAGES.billedTicket(billedOn ?? '');
}

const INVOICE_COLUMNS = {
  id: 'bigint',
  customer_id: 'bigint',
  document_number: 'text',
  document_date: 'date',
  due_date: 'date',
  batch_number: 'text',
  order_id: 'bigint',
  sales_cents: 'bigint',
  tax_cents: 'bigint',
  total_cents: 'bigint',
  discount_cents: 'bigint',
  discount_expires_on: 'date',
  voided_on: 'date',
  void_reason: 'text',
  revised_at: 'timestamptz',
};

const invoiceRow = ({ id, isNew, record, idOf }: InvoiceItem): Record<keyof typeof INVOICE_COLUMNS, unknown> => ({
  id,
  customer_id: idOf('customers', record.customerKey),
  document_number: record.number,
  document_date: record.date,
  due_date: record.dueDate,
  batch_number: record.batchNumber,
  order_id: record.orderKey === null ? null : idOf('orders', record.orderKey),
  sales_cents: centsOf(record.sales),
  tax_cents: centsOf(record.tax),
  total_cents: centsOf(record.total),
  discount_cents: centsOf(record.discount),
  discount_expires_on: record.discountLastDay,
  voided_on: record.voidedOn,
  void_reason: record.voidReason,
  revised_at: isNew ? null : record.updatedAt,
});

/** Connects the tickets with their invoice. Those of a void invoice stay with it until another one bills them. */
async function billTickets(client: pg.ClientBase, items: readonly InvoiceItem[]): Promise<void> {
  const billed = items
    .filter(({ record }) => record.voidedOn === null)
    .flatMap(({ id, record, idOf }) => record.ticketKeys.map((key) => ({ invoice: id, ticket: idOf('tickets', key) })));
  const corrected = items.filter(({ isNew, record }) => !isNew && record.voidedOn === null).map(({ id }) => id);
  const given = 'json_to_recordset($1::json) as given(invoice bigint, ticket bigint)';
  const values = [JSON.stringify(billed)];
  if (corrected.length > 0) {
    await client.query(
      `update tickets set invoice_id = null where invoice_id = any($2::bigint[])
         and not exists (select from ${given} where given.ticket = tickets.id and given.invoice = tickets.invoice_id)`,
      [...values, corrected],
    );
  }
  await client.query(
    `update tickets set invoice_id = given.invoice from ${given} where tickets.id = given.ticket and tickets.invoice_id is distinct from given.invoice`,
    values,
  );
}
