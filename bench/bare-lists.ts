import type pg from 'pg';

// Baseline for lists: the driver parses the rows and the caller serializes them. Same tables, filters and fields. The search is the one that
// a portal without stored search texts would have: `ilike` over the joined columns. Connections of the pool have the role already.

/** Up to how many rows the portal counts unless it is asked for all. */
const COUNTED_ROWS = 10_000;

/** What a page asks for: a word to find, and whether all rows are counted. */
export interface BarePage {
  search: string;
  isCountExact: boolean;
}

const ORDER_FIELDS = `o.id, d.code as dataset, o.order_number as "orderNumber", o.order_type as "orderType", o.status_id as "orderStatusId", o.starts_at as date, o.ship_date as "shipDate",
  o.on_job_at as "onJobTime", pl.name as plant, pl.number as "plantNumber", concat_ws(', ', o.job_address1, o.job_address2) as "shipToAddress", p.number || ' ' || p.description as mix,
  o.interval_minutes as interval, o.ticket_at as "ticketTime", o.ordered_by as "orderedBy", o.quantity_ordered as "qtyOrdered", q.delivered, q.in_transit, o.load_count as "loadCount",
  p.unit_of_measure as "unitOfMeasure", o.job, o.po_number as "poNumber", qt.quote_number as "quoteNumber", qt.quote_name as "quoteName", c.company_name as "customerName", o.job_address1 as "jobAddress1", o.job_address2 as "jobAddress2", o.alt_key as "altKeyOrderId"`;
const ORDER_FROM = 'orders o join products p on p.id = o.product_id join plants pl on pl.id = o.plant_id';
const ORDER_JOIN = `join customers c on c.id = o.customer_id join data_sources d on d.id = c.data_source_id left join quotes qt on qt.id = o.quote_id
  left join lateral (select sum(t.quantity) filter (where t.status_id = 6) as delivered, sum(t.quantity) filter (where t.status_id between 2 and 5) as in_transit
    from tickets t where t.order_id = o.id) q on true`;

const TICKET_FIELDS = `t.id, t.order_id as "orderId", d.code as dataset, t.ticketed_at as "ticketDateTime", t.ticket_number as "ticketNumber", o.order_number as "orderNumber", o.order_type as "orderType",
  i.document_number as "invoiceDocumentNumber", t.status_id as "statusId", (t.truck_id is not null and t.leave_job_at is null) as "isStreamingAvailable", tr.number as "truckNo", t.quantity as "totalQuantity", p.unit_of_measure as "unitOfMeasure",
  o.job, concat_ws(', ', o.job_address1, o.job_address2) as "jobAddress", t.load_number as "loadNumber", pl.name as plant, t.due_on_job_at as "dueOnJobTime", t.loading_at as "loadingTime", t.leave_plant_at as "toJobTime",
  t.arrived_at as "onJobTime", t.finished_at as "finishUnloadingTime", t.alt_key as "altKeyTicketId"`;
const TICKET_FROM = `tickets t join orders o on o.id = t.order_id join plants pl on pl.id = t.plant_id
  left join trucks tr on tr.id = t.truck_id left join invoices i on i.id = t.invoice_id`;
const TICKET_JOIN =
  'join products p on p.id = o.product_id join customers c on c.id = t.customer_id join data_sources d on d.id = c.data_source_id';
const TICKET_SEARCH =
  'concat_ws(chr(10), t.ticket_number, o.order_number, tr.number, o.job, o.job_address1, o.job_address2, i.document_number) ilike $2';
const ORDER_SEARCH =
  'concat_ws(chr(10), o.order_number, o.po_number, o.job, o.job_address1, o.job_address2, p.number, p.description, o.ordered_by) ilike $2';

const TICKET_DETAILS = `c.company_name as "customerName", c.customer_number as "customerNumber", pl.number as "plantCode", t.driver_name as operator, o.ordered_by_phone as "phoneNo", o.po_number as ponumber,
  o.directions, o.job_number as "jobNumber", o.lot_or_block as "lotOrBlockNo", o.ordered_by as "orderedBy", o.usage as use, coalesce(t.slump, o.slump) as slump, t.pour_started_at as "pourStartedDateTime",
  t.leave_job_at as "leaveJobDateTime", t.test_cylinders_taken as "testCylindersTaken", t.gallons_water_added as "noOfGalWaterAdded", t.notes, o.job_address1 as "addressLine1", o.job_address2 as "addressLine2", t.tax_cents as tax,
  (select coalesce(sum(line.amount_cents), 0) from ticket_products line where line.ticket_id = t.id) as "subTotal",
  (select coalesce(sum(earlier.tax_cents), 0) + coalesce(sum((select sum(line.amount_cents) from ticket_products line where line.ticket_id = earlier.id)), 0)
    from tickets earlier where earlier.order_id = t.order_id and (earlier.load_number, earlier.id) <= (t.load_number, t.id)) as "grandTotal"`;

/** Returns a page of orders with their total count. */
export async function bareOrders(pool: pg.Pool, customerId: number, wanted: BarePage): Promise<string> {
  return page(
    pool,
    `${ORDER_FROM} ${ORDER_JOIN}`,
    ORDER_FROM,
    ORDER_FIELDS,
    wanted.search ? `o.customer_id = $1 and ${ORDER_SEARCH}` : 'o.customer_id = $1',
    'o.starts_at desc, o.id desc',
    customerId,
    wanted,
  );
}

/** Returns a page of tickets with their total count. */
export async function bareTickets(pool: pg.Pool, customerId: number, wanted: BarePage): Promise<string> {
  const where = wanted.search ? `t.customer_id = $1 and ${TICKET_SEARCH}` : 't.customer_id = $1';
  return page(
    pool,
    `${TICKET_FROM} ${TICKET_JOIN}`,
    TICKET_FROM,
    TICKET_FIELDS,
    where,
    't.ticketed_at desc, t.id desc',
    customerId,
    wanted,
  );
}

async function page(
  pool: pg.Pool,
  from: string,
  countFrom: string,
  fields: string,
  where: string,
  order: string,
  customerId: number,
  { search, isCountExact }: BarePage,
): Promise<string> {
  const values = search ? [customerId, search] : [customerId];
  const client = await pool.connect();
  try {
    const name = `${order}${Boolean(search)}`;
    const text = `select ${fields} from ${from} where ${where} order by ${order} limit 100`;
    const { rows } = await client.query({ name, text, values });
    const found = `select from ${countFrom} where ${where} ${isCountExact ? '' : `limit ${COUNTED_ROWS + 1}`}`;
    const countText = `select count(*)::int as total from (${found}) as found`;
    const { rows: counted } = await client.query<{ total: number }>({ name: `count ${name} ${isCountExact}`, text: countText, values });
    return JSON.stringify({ items: rows, totalCount: counted[0]?.total });
  } finally {
    client.release();
  }
}

/** An order with its tickets. */
export function bareOrder(pool: pg.Pool, customerId: number, id: number): Promise<string> {
  return record(
    pool,
    `select ${ORDER_FIELDS} from ${ORDER_FROM} ${ORDER_JOIN} where o.id = $1 and o.customer_id = $2`,
    `select ${TICKET_FIELDS} from ${TICKET_FROM} ${TICKET_JOIN} where t.order_id = $1 and t.customer_id = $2 order by t.load_number`,
    [id, customerId],
  );
}

/** A ticket with its products. */
export function bareTicket(pool: pg.Pool, customerId: number, id: number): Promise<string> {
  return record(
    pool,
    `select ${TICKET_FIELDS}, ${TICKET_DETAILS} from ${TICKET_FROM} ${TICKET_JOIN} where t.id = $1 and t.customer_id = $2`,
    'select line.*, p.number, p.description from ticket_products line join products p on p.id = line.product_id where line.ticket_id = $1 and line.customer_id = $2',
    [id, customerId],
  );
}

async function record(pool: pg.Pool, text: string, linesText: string, values: readonly number[]): Promise<string> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query({ name: text.slice(-50), text, values: [...values] });
    const { rows: lines } = await client.query({ name: linesText.slice(-50), text: linesText, values: [...values] });
    return JSON.stringify({ ...rows[0], lines });
  } finally {
    client.release();
  }
}
