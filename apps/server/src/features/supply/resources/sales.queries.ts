import { SUPPLY_ORDER_STATUSES } from '@yardage/contract/supply-records';
import { centsOf } from '@yardage/domain/money';
import { placeOnMap } from '@yardage/domain/truck-board';
import type pg from 'pg';
import { confirmBySupply, lockNamedRequests, replacePortalOrders } from '#server/features/order-requests/request-supply.queries';
import { SUPPLY_MESSAGES } from '../supply.messages.ts';
import { orderTypeOf } from './catalog.queries.ts';
import { findHeldOrders, moveTickets, noteFormerCustomers } from './moved-orders.queries.ts';
import { type Fault, holderOf, type Item, type ResourceHandler, refer } from './resource-handler.ts';
import { assignNewIds, findRepeatedOfCustomer, lockRows, replaceLines, upsertRows } from './write-rows.queries.ts';

const QUOTE_STATUSES = { pending: null, active: true, inactive: false } as const;

export const quotes: ResourceHandler<'quotes'> = {
  table: 'quotes',
  references: ({ customerKey, plantKey, lines }) => [
    refer('customers', customerKey, 'customerKey'),
    refer('plants', plantKey, 'plantKey'),
    ...lines.map(({ productKey }, index) => refer('products', productKey, `lines.${index}.productKey`)),
  ],
  customerKey: ({ customerKey }) => customerKey,
  affects: ({ number, customerKey }) => [holderOf('quotes', number, customerKey)],
  async check({ client }, items) {
    const repeated = await findRepeatedOfCustomer(client, 'quotes', 'quote_number', items);
    const known = items.filter(({ isNew }) => !isNew);
    const { rows } = await client.query<{ index: number }>(
      `select given.index from json_to_recordset($1::json) as given(index int, id bigint, customer bigint)
       join quotes q on q.id = given.id and q.customer_id <> given.customer
       where exists (select from orders o where o.customer_id = q.customer_id and o.quote_id = q.id)`,
      [JSON.stringify(known.map(({ id, record, idOf }, index) => ({ index, id, customer: idOf('customers', record.customerKey) })))],
    );
    const named = rows.flatMap(({ index }): Fault[] => {
      const item = known[index];
      if (!item) return [];
      return [{ item, field: 'customerKey', message: SUPPLY_MESSAGES.otherCustomersOrders, dependsOn: [refer('quotes', item.key, '')] }];
    });
    return [...repeated, ...named];
  },
  async write(writing, items) {
    const { client } = writing;
    await noteFormerCustomers(writing, 'quotes', items);
    await upsertRows(
      client,
      'quotes',
      {
        id: 'bigint',
        customer_id: 'bigint',
        quote_number: 'text',
        quote_name: 'text',
        quote_type: 'text',
        quote_address: 'text',
        spec_job: 'text',
        plant_id: 'bigint',
        sales_person_name: 'text',
        quote_date: 'date',
        start_date: 'date',
        termination_date: 'date',
        is_active: 'boolean',
        price_adjustment_cents: 'bigint',
        terms: 'text',
      },
      items.map(({ id, record, idOf }) => ({
        id,
        customer_id: idOf('customers', record.customerKey),
        quote_number: record.number,
        quote_name: record.name,
        quote_type: record.type,
        quote_address: record.address,
        spec_job: record.specJob,
        plant_id: idOf('plants', record.plantKey),
        sales_person_name: record.salesPersonName,
        quote_date: record.quoteDate,
        start_date: record.startDate,
        termination_date: record.terminationDate,
        is_active: QUOTE_STATUSES[record.status],
        price_adjustment_cents: record.priceAdjustment === null ? null : centsOf(record.priceAdjustment),
        terms: record.terms,
      })),
    );
    await replaceLines(client, {
      table: 'quote_products',
      parent: 'quote_id',
      columns: {
        quote_id: 'bigint',
        customer_id: 'bigint',
        line_number: 'smallint',
        product_id: 'bigint',
        quantity: 'numeric',
        unit_price_cents: 'bigint',
      },
      knownParents: items.filter(({ isNew }) => !isNew).map(({ id }) => id),
      rows: items.flatMap(({ id, record, idOf }) =>
        record.lines.map(({ productKey, quantity, unitPrice }, index) => ({
          quote_id: id,
          customer_id: idOf('customers', record.customerKey),
          line_number: index + 1,
          product_id: idOf('products', productKey),
          quantity,
          unit_price_cents: centsOf(unitPrice),
        })),
      ),
    });
  },
};

export const orders: ResourceHandler<'orders'> = {
  table: 'orders',
  references: ({ customerKey, plantKey, productKey, quoteKey }) => [
    refer('customers', customerKey, 'customerKey'),
    refer('plants', plantKey, 'plantKey'),
    refer('products', productKey, 'productKey'),
    ...(quoteKey === null ? [] : [refer('quotes', quoteKey, 'quoteKey')]),
  ],
  customerKey: ({ customerKey }) => customerKey,
  affects: ({ quoteKey }) => (quoteKey === null ? [] : [refer('quotes', quoteKey, 'quoteKey')]),
  check: async ({ client }, items) => [...(await findHeldOrders(client, items)), ...(await requestFaults(client, items))],
  /** A new order that names a request takes over the order that the request made, if no other has. */
  async assignIds({ client }, items) {
    const requests = await lockNamedRequests(client, requestNumbers(items));
    const taken = new Set<number>();
    for (const item of items) {
      const orderId = requests.get(item.record.requestNumber ?? '')?.freeOrderId ?? null;
      if (orderId === null || taken.has(orderId)) continue;
      taken.add(orderId);
      Object.assign(item, { id: orderId, isNew: false });
    }
    const others = items.filter(({ isNew }) => isNew);
    await assignNewIds(client, 'orders', others);
  },
  async write(writing, items) {
    const { client, noteChange } = writing;
    await lockRows(client, 'orders', items);
    await noteFormerCustomers(writing, 'orders', items);
    await upsertRows(
      client,
      'orders',
      ORDER_COLUMNS,
      items.map((item) => orderRow(item)),
    );
    await moveTickets(writing, items);
    const named = items.flatMap(({ id, record }) => (record.requestNumber ? [{ number: record.requestNumber, orderId: id }] : []));
    for (const { id, customerId } of await confirmBySupply(client, named)) noteChange('requests', customerId, id);
    const { requests, orders: replaced } = await replacePortalOrders(client, await findReplaced(client, items));
    for (const { id, customerId } of requests) noteChange('requests', customerId, id);
    for (const { id, customerId } of replaced) noteChange('orders', customerId, id);
  },
};

/** The portal's orders of requests that known orders name only now. */
async function findReplaced(client: pg.ClientBase, items: readonly Item<'orders'>[]): Promise<{ from: number; to: number }[]> {
  const requests = await lockNamedRequests(client, requestNumbers(items));
  const taken = new Set(items.map(({ id }) => id));
  return items.flatMap(({ id, record }) => {
    const from = requests.get(record.requestNumber ?? '')?.freeOrderId ?? null;
    if (from === null || taken.has(from)) return [];
    taken.add(from);
    return [{ from, to: id }];
  });
}

const requestNumbers = (items: readonly Item<'orders'>[]) => items.flatMap(({ record }) => record.requestNumber ?? []);

/** An order can only answer a request of its own customer. */
async function requestFaults(client: pg.ClientBase, items: readonly Item<'orders'>[]): Promise<Fault[]> {
  const requests = await lockNamedRequests(client, requestNumbers(items));
  return items.flatMap((item): Fault[] => {
    const { requestNumber, customerKey } = item.record;
    if (!requestNumber || requests.get(requestNumber)?.customerId === item.idOf('customers', customerKey)) return [];
    return [{ item, field: 'requestNumber', message: SUPPLY_MESSAGES.unknownRequest, dependsOn: [] }];
  });
}

const ORDER_COLUMNS = {
  id: 'bigint',
  customer_id: 'bigint',
  order_number: 'text',
  order_type: 'smallint',
  status_id: 'smallint',
  starts_at: 'timestamptz',
  ship_date: 'date',
  on_job_at: 'timestamptz',
  ticket_at: 'timestamptz',
  plant_id: 'bigint',
  quote_id: 'bigint',
  product_id: 'bigint',
  quantity_ordered: 'numeric',
  load_count: 'int',
  interval_minutes: 'int',
  job: 'text',
  job_number: 'text',
  po_number: 'text',
  ordered_by: 'text',
  ordered_by_phone: 'text',
  job_address1: 'text',
  job_address2: 'text',
  job_latitude: 'numeric(9, 6)',
  job_longitude: 'numeric(9, 6)',
  lot_or_block: 'text',
  usage: 'text',
  slump: 'text',
  directions: 'text',
  alt_key: 'text',
  created_at: 'timestamptz',
};

const orderRow = ({ id, key, record, idOf }: Item<'orders'>): Record<keyof typeof ORDER_COLUMNS, unknown> => ({
  id,
  customer_id: idOf('customers', record.customerKey),
  order_number: record.number,
  order_type: orderTypeOf(record.material),
  status_id: SUPPLY_ORDER_STATUSES[record.status],
  starts_at: record.startsAt,
  ship_date: record.shipDate,
  on_job_at: record.onJobAt,
  ticket_at: record.ticketAt,
  plant_id: idOf('plants', record.plantKey),
  quote_id: record.quoteKey === null ? null : idOf('quotes', record.quoteKey),
  product_id: idOf('products', record.productKey),
  quantity_ordered: record.quantityOrdered,
  load_count: record.loadCount,
  interval_minutes: record.intervalMinutes,
  job: record.job,
  job_number: record.jobNumber,
  po_number: record.poNumber,
  ordered_by: record.orderedBy,
  ordered_by_phone: record.orderedByPhone,
  job_address1: record.jobAddress1,
  job_address2: record.jobAddress2,
  // Systems without coordinates send 0, 0.
  job_latitude: placeOnMap(record.jobLatitude, record.jobLongitude)?.latitude ?? null,
  job_longitude: placeOnMap(record.jobLatitude, record.jobLongitude)?.longitude ?? null,
  lot_or_block: record.lotOrBlock,
  usage: record.usage,
  slump: record.slump,
  directions: record.directions,
  alt_key: key,
  created_at: record.createdAt,
});
