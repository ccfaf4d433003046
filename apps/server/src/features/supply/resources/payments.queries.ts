import type { SupplyRecord } from '@yardage/contract/supply-records';
import { centsOf, formatMoney } from '@yardage/domain/money';
import { FAILED_CODES, PAID_CODE, PAYMENT_RESULTS, PENDING_CODE, STORED_STATUS } from '@yardage/domain/payment-status';
import type pg from 'pg';
import { closeCredited, findNamedTickets } from '#server/features/disputes/close-disputes.queries';
import { SUPPLY_MESSAGES } from '../supply.messages.ts';
import { apply, findOverApplied, findOwnParts, findUsedCredits, lockApplied, type Paying, takeBack } from './applications.queries.ts';
import { type Fault, holderOf, type Item, type ResourceHandler, refer } from './resource-handler.ts';
import { findMoved, findRepeated, findRepeatedOfCustomer, lockRows, replaceLines, upsertRows } from './write-rows.queries.ts';

type CreditItem = Item<'credits'>;
type PaymentItem = Item<'payments'>;

const totalOf = (applications: readonly { amount: number }[]): number => applications.reduce((sum, { amount }) => sum + centsOf(amount), 0);
const repeatedInvoice = (applications: readonly { invoiceKey: string }[]): { field: string; message: string }[] =>
  applications.flatMap(({ invoiceKey }, index) =>
    applications.findIndex((other) => other.invoiceKey === invoiceKey) < index
      ? [{ field: `applications.${index}.invoiceKey`, message: SUPPLY_MESSAGES.namedTwice }]
      : [],
  );
const affectedInvoices = ({ applications }: { applications: readonly { invoiceKey: string }[] }) =>
  applications.map(({ invoiceKey }, index) => refer('invoices', invoiceKey, `applications.${index}.invoiceKey`));

export const credits: ResourceHandler<'credits'> = {
  table: 'credits',
  references: (record) => [
    refer('customers', record.customerKey, 'customerKey'),
    ...(record.orderKey === null ? [] : [refer('orders', record.orderKey, 'orderKey')]),
    ...(record.invoiceKey === null ? [] : [refer('invoices', record.invoiceKey, 'invoiceKey')]),
    ...record.lines.flatMap(({ ticketKey, productKey }, index) => [
      ...(ticketKey === null ? [] : [refer('tickets', ticketKey, `lines.${index}.ticketKey`)]),
      ...(productKey === null ? [] : [refer('products', productKey, `lines.${index}.productKey`)]),
    ]),
    ...affectedInvoices(record),
  ],
  customerKey: ({ customerKey }) => customerKey,
  affects: (record) => [
    holderOf('credits', record.number, record.customerKey),
    ...affectedInvoices(record),
    ...(record.orderKey === null ? [] : [refer('orders', record.orderKey, 'orderKey')]),
    ...record.lines.flatMap(({ ticketKey }) => (ticketKey === null ? [] : [refer('tickets', ticketKey, 'lines')])),
  ],
  validate(record) {
    const faults = repeatedInvoice(record.applications);
    if (centsOf(record.sales) + centsOf(record.tax) !== centsOf(record.total))
      faults.push({ field: 'total', message: SUPPLY_MESSAGES.notTotal });
    if (totalOf(record.applications) > centsOf(record.total)) faults.push({ field: 'applications', message: SUPPLY_MESSAGES.aboveAmount });
    if (record.voidedOn && record.applications.length > 0) faults.push({ field: 'voidedOn', message: SUPPLY_MESSAGES.paidVoid });
    return faults;
  },
  async check({ client }, items) {
    const repeated = await findRepeatedOfCustomer(client, 'credits', 'document_number', items);
    const known = items.filter(({ isNew, record }) => !isNew && record.voidedOn === null);
    const { rows } = await client.query<{ id: string }>('select id from credits where id = any($1::bigint[]) and voided_on is not null', [
      known.map(({ id }) => id),
    ]);
    const voided = new Set(rows.map(({ id }) => Number(id)));
    const revived: Fault[] = known
      .filter(({ id }) => voided.has(id))
      .map((item) => ({ item, field: 'voidedOn', message: SUPPLY_MESSAGES.finalVoid, dependsOn: [] }));
    // Invoices are locked before credits, as by payments.
    await lockApplied(client, 'credit_id', items.map(creditPaying));
    await lockRows(client, 'credits', items);
    const { own, faults: usedNow } = await findOwnParts(client, items.map(creditPaying));
    const overApplied = await findOverApplied(client, 'credit_id', own);
    const used = await findUsedCredits(client, own);
    const moved = await findMoved(client, 'credits', items);
    const unbalanced = await findUnbalancedLines(client, items);
    return [...repeated, ...revived, ...usedNow, ...used, ...moved, ...overApplied, ...unbalanced, ...(await findForeign(client, items))];
  },
  async write({ client }, items) {
    const { own } = await findOwnParts(client, items.map(creditPaying));
    const namedBefore = await findNamedTickets(
      client,
      items.filter(({ isNew }) => !isNew).map(({ id }) => id),
    );
    await takeBack(client, 'credit_id', own);
    await upsertRows(client, 'credits', CREDIT_COLUMNS, items.map(creditRow));
    await replaceLines(client, {
      table: 'credit_lines',
      parent: 'credit_id',
      columns: CREDIT_LINE_COLUMNS,
      knownParents: items.filter(({ isNew }) => !isNew).map(({ id }) => id),
      rows: items.flatMap(creditLineRows),
    });
    await apply(client, 'credit_id', own);
    await closeCredited(
      client,
      items.map(({ id }) => id),
      namedBefore,
    );
  },
};

/**
 * Returns the credits whose lines do not add up to their sales. Earlier releases accepted such credits: one that is stored may still be
 * changed, and any may be voided.
 */
async function findUnbalancedLines(client: pg.ClientBase, items: readonly CreditItem[]): Promise<Fault[]> {
  const off = items.filter(
    ({ record }) => record.voidedOn === null && record.lines.length > 0 && totalOf(record.lines) !== centsOf(record.sales),
  );
  if (off.length === 0) return [];
  const { rows } = await client.query<{ id: string }>(
    `select k.id from credits k where k.id = any($1::bigint[])
       and k.sales_cents <> (select sum(line.amount_cents) from credit_lines line where line.credit_id = k.id)`,
    [off.filter(({ isNew }) => !isNew).map(({ id }) => id)],
  );
  const stored = new Set(rows.map(({ id }) => Number(id)));
  return off
    .filter(({ id }) => !stored.has(id))
    .map((item) => ({ item, field: 'sales', message: SUPPLY_MESSAGES.linesOff(formatMoney(totalOf(item.record.lines))), dependsOn: [] }));
}

const NOT_OWN = {
  orders: () => SUPPLY_MESSAGES.otherCustomersOrder,
  invoices: () => SUPPLY_MESSAGES.otherCustomersInvoice,
  tickets: () => SUPPLY_MESSAGES.otherCustomersTicket,
};

/** Credits about an order, an invoice or a ticket of another customer. */
async function findForeign(client: pg.ClientBase, items: readonly CreditItem[]): Promise<Fault[]> {
  const named = items.flatMap(({ record, idOf }, index) =>
    credits
      .references(record)
      .filter(({ resource, field }) => resource in NOT_OWN && !field.startsWith('applications'))
      .map(({ resource, key, field }) => ({
        index,
        resource: resource as keyof typeof NOT_OWN,
        key,
        field,
        id: idOf(resource, key),
        customer: idOf('customers', record.customerKey),
      })),
  );
  if (named.length === 0) return [];
  const { rows } = await client.query<{ place: number }>(
    `select given.place from json_to_recordset($1::json) as given(place int, resource text, id bigint, customer bigint)
     where given.customer <> case given.resource when 'orders' then (select customer_id from orders where id = given.id)
       when 'invoices' then (select customer_id from invoices where id = given.id) else (select customer_id from tickets where id = given.id) end`,
    [JSON.stringify(named.map(({ resource, id, customer }, place) => ({ place, resource, id, customer })))],
  );
  return rows.flatMap(({ place }): Fault[] => {
    const { index = -1, resource = 'orders', key = '', field = '' } = named[place] ?? {};
    const item = items[index];
    return item ? [{ item, field, message: NOT_OWN[resource](), dependsOn: [refer(resource, key, field)] }] : [];
  });
}

const creditPaying = (item: CreditItem): Paying & { totalCents: number; isVoid: boolean } => ({
  item,
  customerId: item.idOf('customers', item.record.customerKey),
  result: 1,
  totalCents: centsOf(item.record.total),
  isVoid: item.record.voidedOn !== null,
  // A credit pays nothing before its own day.
  applications: item.record.applications.map(({ invoiceKey, amount, on }) => ({
    invoiceKey,
    amountCents: centsOf(amount),
    discountCents: 0,
    on: [on, item.record.date].toSorted().at(-1) ?? on,
  })),
});

const CREDIT_COLUMNS = {
  id: 'bigint',
  customer_id: 'bigint',
  document_number: 'text',
  document_date: 'date',
  reason: 'text',
  order_id: 'bigint',
  invoice_id: 'bigint',
  sales_cents: 'bigint',
  tax_cents: 'bigint',
  total_cents: 'bigint',
  voided_on: 'date',
  void_reason: 'text',
  revised_at: 'timestamptz',
};

const creditRow = ({ id, isNew, record, idOf }: CreditItem): Record<keyof typeof CREDIT_COLUMNS, unknown> => ({
  id,
  customer_id: idOf('customers', record.customerKey),
  document_number: record.number,
  document_date: record.date,
  reason: record.reason,
  order_id: record.orderKey === null ? null : idOf('orders', record.orderKey),
  invoice_id: record.invoiceKey === null ? null : idOf('invoices', record.invoiceKey),
  sales_cents: centsOf(record.sales),
  tax_cents: centsOf(record.tax),
  total_cents: centsOf(record.total),
  voided_on: record.voidedOn,
  void_reason: record.voidReason,
  revised_at: isNew ? null : record.updatedAt,
});

const CREDIT_LINE_COLUMNS = {
  credit_id: 'bigint',
  customer_id: 'bigint',
  line_number: 'smallint',
  ticket_id: 'bigint',
  product_id: 'bigint',
  description: 'text',
  quantity: 'numeric',
  unit_price_cents: 'bigint',
  amount_cents: 'bigint',
};

const creditLineRows = ({ id, record, idOf }: CreditItem): Record<keyof typeof CREDIT_LINE_COLUMNS, unknown>[] =>
  record.lines.map(({ ticketKey, productKey, description, quantity, unitPrice, amount }, index) => ({
    credit_id: id,
    customer_id: idOf('customers', record.customerKey),
    line_number: index + 1,
    ticket_id: ticketKey === null ? null : idOf('tickets', ticketKey),
    product_id: productKey === null ? null : idOf('products', productKey),
    description,
    quantity,
    unit_price_cents: centsOf(unitPrice),
    amount_cents: centsOf(amount),
  }));

const METHODS = {
  check: 'Check',
  lockbox: 'Lockbox',
  ach: 'ACH',
  wire: 'Wire',
  cash: 'Cash',
  card: 'CreditCard',
  'e-check': 'eCheck',
} as const;
/** Result, code and message of each status, as the portal stores them for its own payments. */
const STATUSES = {
  settled: { result: PAYMENT_RESULTS.paid, code: PAID_CODE, message: STORED_STATUS.received },
  pending: { result: PAYMENT_RESULTS.pending, code: PENDING_CODE, message: STORED_STATUS.waitingForBank },
  failed: { result: PAYMENT_RESULTS.unpaid, code: FAILED_CODES.declined, message: STORED_STATUS.declinedOutside },
  returned: { result: PAYMENT_RESULTS.unpaid, code: FAILED_CODES.returned, message: STORED_STATUS.returnedOutside },
} as const;

export const payments: ResourceHandler<'payments'> = {
  table: 'payments',
  references: (record) => [refer('customers', record.customerKey, 'customerKey'), ...affectedInvoices(record)],
  customerKey: ({ customerKey }) => customerKey,
  affects: (record) => [
    ...affectedInvoices(record),
    ...(record.receiptNumber === null ? [] : [holderOf('payments', record.receiptNumber)]),
  ],
  validate(record: SupplyRecord<'payments'>) {
    const faults = repeatedInvoice(record.applications);
    if (totalOf(record.applications) > centsOf(record.amount)) faults.push({ field: 'applications', message: SUPPLY_MESSAGES.aboveAmount });
    if (record.status === 'returned' && record.returnedAt === null)
      faults.push({ field: 'returnedAt', message: SUPPLY_MESSAGES.returnedWhen });
    return faults;
  },
  /** Accounting posts the portal's payments, and may send them back with the cart or the processor's id as their number. */
  async findRepeatsOfPortal({ client }, items) {
    const fresh = items.filter(({ isNew }) => isNew);
    const named = fresh.flatMap(({ record: { customerKey, receiptNumber, reference }, idOf }, index) =>
      [receiptNumber, reference].flatMap((name) => (name === null ? [] : [{ index, customer: idOf('customers', customerKey), name }])),
    );
    if (named.length === 0) return [];
    const { rows } = await client.query<{ index: number }>(
      `with given as (select * from json_to_recordset($1::json) as given(index int, customer bigint, name text))
       select index from given join payments p on p.cart_id = given.name where p.customer_id = given.customer and p.idempotency_key is not null
       union select index from given join payments p on p.payment_id = given.name where p.customer_id = given.customer and p.idempotency_key is not null`,
      [JSON.stringify(named)],
    );
    return rows.flatMap(({ index }) => fresh[index] ?? []);
  },
  async check({ client }, items) {
    const numbered = items.filter(({ record }) => record.receiptNumber !== null);
    const repeated = await findRepeated(
      client,
      { table: 'payments', column: 'cart_id', field: 'receiptNumber', what: 'number' },
      numbered.map((item) => ({ item, owner: null, number: item.record.receiptNumber ?? '' })),
      ({ record }) => [holderOf('payments', record.receiptNumber ?? '')],
    );
    const moved = await findMoved(client, 'payments', items);
    const paying = items.map(paymentPaying);
    await lockApplied(client, 'payment_id', paying);
    return [...repeated, ...moved, ...(await findOverApplied(client, 'payment_id', paying))];
  },
  async write({ client }, items) {
    const paying = items.map(paymentPaying);
    await lockRows(client, 'payments', items);
    await takeBack(client, 'payment_id', paying);
    await client.query(
      `insert into payments (id, customer_id, cart_id, payment_id, method, source_name, payment_result, result_code, status_message, comments,
         amount_cents, discount_cents, received_on, started_at, settled_at, returned_at)
       select id, customer_id,
         coalesce(receipt, (select stored.cart_id from payments stored where stored.id = given.id),
           'RCP' || lpad(nextval('payments_receipt_number')::text, 8, '0')),
         reference, method, source, result, code, message, comments, amount, 0, received_on, moment.received_at,
         case when result <> ${PAYMENT_RESULTS.pending} then moment.received_at end, returned_at
       from json_to_recordset($1::json) as given(id bigint, customer_id bigint, receipt text, reference text, method text, source text, result smallint,
         code int, message text, comments text, amount bigint, received_on date, received_at timestamptz, returned_at timestamptz)
       cross join lateral (
         -- Midnight in UTC is how a system without a time of day writes the day: it began at the plants hours later.
         select case when given.received_at = given.received_on::timestamp at time zone 'UTC'
           then given.received_on::timestamp at time zone d.time_zone else given.received_at end as received_at
         from customers c join data_sources d on d.id = c.data_source_id where c.id = given.customer_id) as moment
       order by id
       on conflict (id) do update set customer_id = excluded.customer_id, cart_id = excluded.cart_id,
         payment_id = excluded.payment_id, method = excluded.method, source_name = excluded.source_name, payment_result = excluded.payment_result,
         result_code = excluded.result_code, status_message = excluded.status_message, comments = excluded.comments,
         amount_cents = excluded.amount_cents, received_on = excluded.received_on, started_at = excluded.started_at,
         settled_at = excluded.settled_at, returned_at = excluded.returned_at`,
      [JSON.stringify(items.map(paymentRow))],
    );
    await apply(client, 'payment_id', paying);
  },
};

const paymentPaying = (item: PaymentItem): Paying => ({
  item,
  customerId: item.idOf('customers', item.record.customerKey),
  result: STATUSES[item.record.status].result,
  applications: item.record.applications.map(({ invoiceKey, amount, discount }) => ({
    invoiceKey,
    amountCents: centsOf(amount),
    discountCents: centsOf(discount),
    on: item.record.receivedOn,
  })),
});

const paymentRow = ({ id, record, idOf }: PaymentItem) => ({
  id,
  customer_id: idOf('customers', record.customerKey),
  receipt: record.receiptNumber,
  reference: record.reference,
  method: METHODS[record.method],
  source: record.source,
  result: STATUSES[record.status].result,
  code: STATUSES[record.status].code,
  message: STATUSES[record.status].message,
  comments: record.comments,
  amount: centsOf(record.amount),
  received_on: record.receivedOn,
  received_at: record.receivedAt,
  returned_at: record.status === 'returned' ? record.returnedAt : null,
});
