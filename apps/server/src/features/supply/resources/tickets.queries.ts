import { SUPPLY_TICKET_STATUSES, type SupplyRecord } from '@yardage/contract/supply-records';
import { centsOf, formatMoney, lineAmount } from '@yardage/domain/money';
import type pg from 'pg';
import { LOAD_STEP_COLUMNS, LOAD_STEPS, type LoadStep } from '#server/features/telemetry/load-progress';
import { SUPPLY_MESSAGES } from '../supply.messages.ts';
import { type Fault, type Item, type ResourceHandler, refer } from './resource-handler.ts';
import { replaceLines, upsertRows } from './write-rows.queries.ts';

type Ticket = SupplyRecord<'tickets'>;
type TicketItem = Item<'tickets'>;

export const tickets: ResourceHandler<'tickets'> = {
  table: 'tickets',
  references: ({ customerKey, orderKey, plantKey, truckKey, lines }) => [
    refer('customers', customerKey, 'customerKey'),
    refer('orders', orderKey, 'orderKey'),
    refer('plants', plantKey, 'plantKey'),
    ...(truckKey === null ? [] : [refer('trucks', truckKey, 'truckKey')]),
    ...lines.map(({ productKey }, index) => refer('products', productKey, `lines.${index}.productKey`)),
  ],
  customerKey: ({ customerKey }) => customerKey,
  affects: ({ orderKey }) => [refer('orders', orderKey, 'orderKey')],
  validate: (record) => [
    ...findWrongAmounts(record),
    ...(areStepsInOrder(record) ? [] : [{ field: 'ticketedAt', message: SUPPLY_MESSAGES.stepsOutOfOrder }]),
  ],
  async check({ client }, items) {
    const faults = await findForeignOrders(client, items);
    return [...faults, ...(await findKept(client, items)), ...(await findInvoiced(client, items))];
  },
  async write({ client, noteChange }, items) {
    // Orders before tickets, each by id, as the other writers do.
    const orderIds = items.map(({ record, idOf }) => idOf('orders', record.orderKey));
    await client.query('select id from orders where id = any($1::bigint[]) order by id for update', [orderIds]);
    const stored = await lockTickets(client, items);
    for (const { id, record, idOf } of items) {
      // Open pages of the former customer still show a ticket that moves, so the change is announced there, too.
      const former = Number(stored.get(id)?.customer_id ?? 0);
      if (former !== 0 && former !== idOf('customers', record.customerKey)) noteChange('tickets', former, id);
    }
    await upsertRows(
      client,
      'tickets',
      TICKET_COLUMNS,
      items.map((item) => ticketRow(item, stored.get(item.id))),
    );
    await replaceLines(client, {
      table: 'ticket_products',
      parent: 'ticket_id',
      columns: LINE_COLUMNS,
      knownParents: items.filter(({ isNew }) => !isNew).map(({ id }) => id),
      rows: items.flatMap(lineRows),
    });
  },
};

/** An amount is its quantity times its price, to the cent. */
function findWrongAmounts({ lines }: { lines: { quantity: number; unitPrice: number; amount: number }[] }) {
  return lines.flatMap(({ quantity, unitPrice, amount }, index) => {
    const expected = lineAmount(centsOf(unitPrice), quantity);
    return expected === centsOf(amount)
      ? []
      : [{ field: `lines.${index}.amount`, message: SUPPLY_MESSAGES.amountOff(formatMoney(expected)) }];
  });
}

function areStepsInOrder(record: Ticket): boolean {
  const times = LOAD_STEPS.map((step) => record[step])
    .filter((time) => typeof time === 'string')
    .map((time) => Date.parse(time));
  return times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0));
}

async function findForeignOrders(client: pg.ClientBase, items: readonly TicketItem[]): Promise<Fault[]> {
  const given = items.map(({ record, idOf }, index) => ({
    index,
    customer: idOf('customers', record.customerKey),
    order: idOf('orders', record.orderKey),
  }));
  const { rows } = await client.query<{ index: number }>(
    `select given.index from json_to_recordset($1::json) as given(index int, customer bigint, "order" bigint)
     join orders o on o.id = given."order" where o.customer_id <> given.customer`,
    [JSON.stringify(given)],
  );
  return rows.flatMap(({ index }): Fault[] => {
    const item = items[index];
    if (!item) return [];
    const dependsOn = [refer('orders', item.record.orderKey, 'orderKey')];
    // The order may have been refused because this ticket was still its former customer's.
    const mayRelease = [refer('tickets', item.key, '')];
    return [{ item, field: 'orderKey', message: SUPPLY_MESSAGES.otherCustomersOrder, dependsOn, mayRelease }];
  });
}

/**
 * An invoice stays the sum of its tickets: what an invoiced ticket bills changes only together with a corrected invoice. Its times and notes
 * may change.
 */
async function findInvoiced(client: pg.ClientBase, items: readonly TicketItem[]): Promise<Fault[]> {
  const known = items.filter(({ isNew }) => !isNew);
  if (known.length === 0) return [];
  const given = known.map(({ id, record, idOf }, index) => ({
    index,
    id,
    order: idOf('orders', record.orderKey),
    cancelled: record.isCancelled,
    amount: record.lines.reduce((sum, { amount }) => sum + centsOf(amount), 0),
  }));
  const { rows } = await client.query<{ index: number }>(
    `with given as (select * from json_to_recordset($1::json) as given(index int, id bigint, "order" bigint, cancelled boolean, amount bigint)),
     billed as (
       select i.id, i.sales_cents, sum(coalesce(new.amount, (select sum(line.amount_cents) from ticket_products line where line.ticket_id = t.id), 0)) as amount
       from invoices i join tickets t on t.invoice_id = i.id left join given new on new.id = t.id
       where i.voided_on is null and i.id in (select t.invoice_id from given join tickets t on t.id = given.id) group by i.id)
     select given.index from given join tickets t on t.id = given.id join billed on billed.id = t.invoice_id
     where given.cancelled or t.order_id <> given."order" or (billed.amount <> billed.sales_cents
       and given.amount <> (select coalesce(sum(line.amount_cents), 0) from ticket_products line where line.ticket_id = t.id))`,
    [JSON.stringify(given)],
  );
  return rows.flatMap(({ index }): Fault[] => {
    const item = known[index];
    if (!item) return [];
    const dependsOn = [refer('tickets', item.key, 'lines')];
    return [
      {
        item,
        field: item.record.isCancelled ? 'isCancelled' : 'lines',
        message: SUPPLY_MESSAGES.invoicedTicket,
        dependsOn,
        mayRelease: dependsOn,
      },
    ];
  });
}

/** Tickets that would leave a customer who has signed for them, has a credit for them or disputes them. */
async function findKept(client: pg.ClientBase, items: readonly TicketItem[]): Promise<Fault[]> {
  const known = items.filter(({ isNew }) => !isNew);
  if (known.length === 0) return [];
  const { rows } = await client.query<{ index: number }>(
    `select given.index from json_to_recordset($1::json) as given(index int, id bigint, customer bigint)
     join tickets t on t.id = given.id and t.customer_id <> given.customer
     where exists (select from ticket_sign_offs s where s.ticket_id = t.id) or exists (select from disputes d where d.ticket_id = t.id)
       or exists (select from credit_lines k where k.ticket_id = t.id and k.customer_id <> given.customer)`,
    [JSON.stringify(known.map(({ id, record, idOf }, index) => ({ index, id, customer: idOf('customers', record.customerKey) })))],
  );
  return rows.flatMap(({ index }): Fault[] => {
    const item = known[index];
    if (!item) return [];
    return [{ item, field: 'customerKey', message: SUPPLY_MESSAGES.keepsTicket, dependsOn: [refer('tickets', item.key, 'customerKey')] }];
  });
}

type Stored = { id: string; customer_id: string; status_id: number; revised_at: Date | null; lines: number[][] } & Record<
  LoadStep,
  Date | null
>;

/** Locks the stored tickets and returns what the next version is compared with. */
async function lockTickets(client: pg.ClientBase, items: readonly TicketItem[]): Promise<Map<number, Stored>> {
  const known = items.filter(({ isNew }) => !isNew).map(({ id }) => id);
  if (known.length === 0) return new Map();
  const steps = Object.entries(LOAD_STEP_COLUMNS).map(([name, column]) => `${column} as "${name}"`);
  const { rows } = await client.query<Stored>(
    `select id, customer_id, status_id, revised_at, ${steps.join(', ')},
       (select coalesce(json_agg(json_build_array(line.product_id, line.quantity, line.unit_price_cents, line.amount_cents) order by line.line_number), '[]')
        from ticket_products line where line.ticket_id = tickets.id) as lines
     from tickets where id = any($1::bigint[]) order by id for update`,
    [known],
  );
  return new Map(rows.map((row) => [Number(row.id), row]));
}

const TICKET_COLUMNS = {
  id: 'bigint',
  customer_id: 'bigint',
  order_id: 'bigint',
  ticket_number: 'text',
  status_id: 'smallint',
  is_cancelled: 'boolean',
  ticketed_at: 'timestamptz',
  plant_id: 'bigint',
  truck_id: 'bigint',
  driver_name: 'text',
  load_number: 'int',
  quantity: 'numeric',
  due_on_job_at: 'timestamptz',
  loading_at: 'timestamptz',
  leave_plant_at: 'timestamptz',
  arrived_at: 'timestamptz',
  pour_started_at: 'timestamptz',
  finished_at: 'timestamptz',
  leave_job_at: 'timestamptz',
  slump: 'text',
  test_cylinders_taken: 'smallint',
  gallons_water_added: 'numeric',
  notes: 'text',
  tax_cents: 'bigint',
  alt_key: 'text',
  revised_at: 'timestamptz',
};

function ticketRow(item: TicketItem, stored: Stored | undefined): Record<keyof typeof TICKET_COLUMNS, unknown> {
  const { id, key, record, idOf } = item;
  const timeOf = (step: LoadStep) => (record[step] === undefined ? (stored?.[step] ?? null) : record[step]);
  const statusId = record.status === undefined ? impliedStatus(record, stored, timeOf) : SUPPLY_TICKET_STATUSES[record.status];
  return {
    id,
    customer_id: idOf('customers', record.customerKey),
    order_id: idOf('orders', record.orderKey),
    ticket_number: record.number,
    status_id: statusId,
    is_cancelled: record.isCancelled,
    ticketed_at: record.ticketedAt,
    plant_id: idOf('plants', record.plantKey),
    truck_id: record.truckKey === null ? null : idOf('trucks', record.truckKey),
    driver_name: record.driverName,
    load_number: record.loadNumber,
    quantity: record.quantity,
    due_on_job_at: record.dueOnJobAt,
    loading_at: timeOf('loadingAt'),
    leave_plant_at: timeOf('leavePlantAt'),
    arrived_at: timeOf('arrivedAt'),
    pour_started_at: timeOf('pourStartedAt'),
    finished_at: timeOf('finishedAt'),
    leave_job_at: timeOf('leaveJobAt'),
    slump: record.slump,
    test_cylinders_taken: record.testCylindersTaken,
    gallons_water_added: record.gallonsWaterAdded,
    notes: record.notes,
    tax_cents: centsOf(record.tax),
    alt_key: key,
    // Lines are rows of their own. Without this, the trigger `ticket_events` would not notice that they changed.
    revised_at: stored && haveLinesChanged(item, stored) ? record.updatedAt : (stored?.revised_at ?? null),
  };
}

function haveLinesChanged(item: TicketItem, { lines }: Stored): boolean {
  const given = lineRows(item).map((line) => [line.product_id, line.quantity, line.unit_price_cents, line.amount_cents].map(Number));
  return JSON.stringify(given) !== JSON.stringify(lines);
}

/**
 * The status that the times imply: one time per status 1 to 6, then the time of leaving the job. A load never goes back, unless the record
 * takes a time back.
 */
function impliedStatus(record: Ticket, stored: Stored | undefined, timeOf: (step: LoadStep) => unknown): number {
  const last = LOAD_STEPS.findLastIndex((step) => timeOf(step) !== null);
  const reached = Math.min(SUPPLY_TICKET_STATUSES.finished, last + 1);
  const isTakenBack = LOAD_STEPS.some((step) => record[step] === null);
  return isTakenBack ? reached : Math.max(stored?.status_id ?? 0, reached);
}

const LINE_COLUMNS = {
  ticket_id: 'bigint',
  customer_id: 'bigint',
  line_number: 'smallint',
  product_id: 'bigint',
  quantity: 'numeric',
  unit_price_cents: 'bigint',
  amount_cents: 'bigint',
};

const lineRows = ({ id, record, idOf }: TicketItem): Record<keyof typeof LINE_COLUMNS, unknown>[] =>
  record.lines.map(({ productKey, quantity, unitPrice, amount }, index) => ({
    ticket_id: id,
    customer_id: idOf('customers', record.customerKey),
    line_number: index + 1,
    product_id: idOf('products', productKey),
    quantity,
    unit_price_cents: centsOf(unitPrice),
    amount_cents: centsOf(amount),
  }));
