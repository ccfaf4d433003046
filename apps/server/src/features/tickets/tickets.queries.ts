import type { TICKET_SORT_KEYS } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import { ORDER_TYPE_NAMES } from '@yardage/domain/names.messages';
import { DELIVERED_STATUS } from '@yardage/domain/tickets';
import type { Database, Member } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { type DayRange, type ListDeclaration, pageQuery, tablesOf, withinDays } from '#server/database/page-query';
import { asRead, dollars, idArray, isoMoment, jsonObject, nameById, ofOwnCustomer } from '#server/database/sql';
import { renderOnce } from '#server/database/statement';
import { isDelivered } from '#server/features/orders/orders.queries';
import { bySignOff, type EntryFilter, signOffStateOf, signOffsOf } from '#server/features/sign-offs/sign-offs.queries';
import { isLoadActive } from '#server/features/truck-tracking/active-loads.queries';

const jobAddress = sql`concat_ws(', ', o.job_address1, o.job_address2)`;

/** Fields of both the list and the detail. */
const commonFields = {
  id: sql`t.id`,
  orderId: sql`t.order_id`,
  dataset: ofOwnCustomer(sql`d.code`),
  ticketDateTime: isoMoment(sql`t.ticketed_at`),
  ticketNumber: sql`t.ticket_number`,
  orderNumber: sql`o.order_number`,
  orderType: sql`o.order_type`,
  invoiceDocumentNumber: sql`i.document_number`,
  statusId: sql`t.status_id`,
  isCancelled: sql`t.is_cancelled`,
  truckNo: sql`tr.number`,
  totalQuantity: sql`t.quantity`,
  qtyDelivered: sql`case when ${isDelivered} then t.quantity else 0 end`,
  unitOfMeasure: sql`p.unit_of_measure`,
  job: sql`o.job`,
  loadNumber: sql`t.load_number`,
  plant: sql`pl.name`,
  dueOnJobTime: isoMoment(sql`t.due_on_job_at`),
  loadingTime: isoMoment(sql`t.loading_at`),
};

const ticketList: ListDeclaration<(typeof TICKET_SORT_KEYS)[number]> = {
  from: sql`tickets t`,
  join: sql`left join orders o on o.id = t.order_id left join plants pl on pl.id = t.plant_id
    left join trucks tr on tr.id = t.truck_id left join invoices i on i.id = t.invoice_id`,
  joinForFields: sql`join products p on p.id = o.product_id`,
  key: sql`t.id`,
  mainDate: sql`t.ticketed_at`,
  fields: {
    ...commonFields,
    isStreamingAvailable: isLoadActive,
    jobAddress,
    toJobTime: isoMoment(sql`t.leave_plant_at`),
    onJobTime: isoMoment(sql`t.arrived_at`),
    finishUnloadingTime: isoMoment(sql`t.finished_at`),
    altKeyTicketId: sql`t.alt_key`,
    signOff: signOffStateOf,
  },
  search: {
    own: [sql`t.ticket_number`],
    referred: [
      {
        key: sql`t.order_id`,
        id: sql`o.id`,
        table: sql`orders o`,
        owner: sql`o.customer_id`,
        lowered: sql`o.search_text`,
      },
      { key: sql`t.truck_id`, id: sql`tr.id`, table: sql`trucks tr`, texts: [sql`tr.number`] },
      {
        key: sql`t.invoice_id`,
        id: sql`i.id`,
        table: sql`invoices i`,
        owner: sql`i.customer_id`,
        texts: [sql`i.document_number`],
      },
    ],
  },
  sort: {
    ticketNumber: asRead(sql`t.ticket_number`),
    orderNumber: asRead(sql`o.order_number`),
    orderType: () => nameById(sql`o.order_type`, ORDER_TYPE_NAMES),
    // The cancelled ones together, since that is what they show.
    statusId: sql`case when t.is_cancelled then 99 else t.status_id end`,
    invoiceDocumentNumber: asRead(sql`i.document_number`),
    truckNo: asRead(sql`tr.number`),
    totalQuantity: sql`t.quantity`,
    job: asRead(sql`o.job`),
    jobAddress: asRead(jobAddress),
    loadNumber: sql`t.load_number`,
    plant: asRead(sql`pl.name`),
    dueOnJobTime: sql`t.due_on_job_at`,
    loadingTime: sql`t.loading_at`,
    toJobTime: sql`t.leave_plant_at`,
    onJobTime: sql`t.arrived_at`,
    finishUnloadingTime: sql`t.finished_at`,
  },
};

/** Filters tickets by days, order type and orders. */
export interface TicketFilter extends DayRange {
  orderType: number | undefined;
  orderIds?: readonly number[] | undefined;
  signOff?: EntryFilter | undefined;
  /** Rejected loads included. */
  onlyDelivered?: boolean | undefined;
}

/** Returns a page of the customer's tickets, as JSON. */
export async function listTickets(database: Database, actor: Member, request: PageRequest, filter: TicketFilter): Promise<string> {
  const conditions: [SQL, ...SQL[]] = [sql`t.customer_id = ${actor.customerId}`, ...withinDays(ticketList.mainDate, filter)];
  if (filter.orderIds) conditions.push(sql`t.order_id = any(${idArray(filter.orderIds)})`);
  if (filter.signOff) conditions.push(...bySignOff(filter.signOff));
  if (filter.onlyDelivered) conditions.push(sql`t.status_id >= ${sql.raw(String(DELIVERED_STATUS))}`);
  const ofOrders = filter.orderType ? [sql`o.order_type = ${filter.orderType}`] : [];
  return (await database.read(actor, pageQuery(ticketList, request, conditions, ofOrders))) as string;
}

const detailFields = {
  ...commonFields,
  dataset: sql`d.code`,
  customerName: sql`c.company_name`,
  customerNumber: sql`c.customer_number`,
  plantCode: sql`pl.number`,
  operator: sql`t.driver_name`,
  phoneNo: sql`o.ordered_by_phone`,
  ponumber: sql`o.po_number`,
  directions: sql`o.directions`,
  jobNumber: sql`o.job_number`,
  lotOrBlockNo: sql`o.lot_or_block`,
  orderedBy: sql`o.ordered_by`,
  use: sql`o.usage`,
  slump: sql`coalesce(t.slump, o.slump)`,
  plantLeaveDateTime: isoMoment(sql`t.leave_plant_at`),
  jobArrivedDateTime: isoMoment(sql`t.arrived_at`),
  pourStartedDateTime: isoMoment(sql`t.pour_started_at`),
  finishedPourDateTime: isoMoment(sql`t.finished_at`),
  leaveJobDateTime: isoMoment(sql`t.leave_job_at`),
  testCylindersTaken: sql`t.test_cylinders_taken`,
  noOfGalWaterAdded: sql`t.gallons_water_added`,
  notes: sql`t.notes`,
  addressLine1: sql`o.job_address1`,
  addressLine2: sql`o.job_address2`,
  ticketProducts: sql`(select coalesce(json_agg(${jsonObject({
    productCode: sql`product.number`,
    productDescription: sql`product.description`,
    quantity: sql`line.quantity`,
    unitOfMeasure: sql`product.unit_of_measure`,
  })} order by line.line_number), '[]')
    from ticket_products line join products product on product.id = line.product_id where line.ticket_id = t.id)`,
  signOffs: signOffsOf,
};

const subTotal = sql`(select coalesce(sum(line.amount_cents), 0) from ticket_products line where line.ticket_id = t.id)`;
/** The total of this load and all earlier loads of the same order. */
const grandTotal = sql`(select coalesce(sum(earlier.tax_cents), 0) + coalesce(sum((
    select sum(line.amount_cents) from ticket_products line where line.ticket_id = earlier.id)), 0)
  from tickets earlier where earlier.order_id = t.order_id and not earlier.is_cancelled and (earlier.load_number, earlier.id) <= (t.load_number, t.id))`;

const amounts = {
  subTotal: dollars(subTotal),
  tax: dollars(sql`t.tax_cents`),
  total: dollars(sql`(${subTotal} + t.tax_cents)`),
  grandTotal: dollars(grandTotal),
};
const noAmounts = Object.fromEntries(Object.keys(amounts).map((name) => [name, sql`null::numeric`])) as typeof amounts;

const detailTables = renderOnce(
  sql`${tablesOf(ticketList)} join customers c on c.id = t.customer_id join data_sources d on d.id = c.data_source_id`,
);

const oneTicket = (fields: SQL, actor: Member, ticketId: number) => sql`
  select ${fields} as answer from ${detailTables}
  where t.id = ${ticketId} and t.customer_id = ${actor.customerId}`;

const pricedTicket = jsonObject({ ...detailFields, ...amounts });
const unpricedTicket = jsonObject({ ...detailFields, ...noAmounts });

/** Returns one ticket with its products, as JSON, with amounts if requested. Returns undefined if it belongs to another customer. */
export async function findTicket(database: Database, actor: Member, ticketId: number, withAmounts: boolean): Promise<string | undefined> {
  return database.read(actor, oneTicket(sql`${withAmounts ? pricedTicket : unpricedTicket}::text`, actor, ticketId));
}

/** Returns tickets with their time zone, for documents, in the order of the ids. Tickets of other customers are left out. */
export async function findTicketsForDocument<Detail>(
  database: Database,
  actor: Member,
  ticketIds: readonly number[],
  withAmounts: boolean,
): Promise<(Detail & { timeZone: string })[]> {
  const fields = { ...detailFields, ...(withAmounts ? amounts : noAmounts), timeZone: sql`d.time_zone` };
  const wanted = idArray(ticketIds);
  const found = await database.read<(Detail & { timeZone: string })[]>(
    actor,
    sql`select coalesce(json_agg(${jsonObject(fields)} order by array_position(${wanted}, t.id)), '[]') as answer
      from ${detailTables} where t.customer_id = ${actor.customerId} and t.id = any(${wanted})`,
  );
  return found ?? [];
}

/** Returns those of the tickets that belong to the customer, with their invoice numbers. */
export async function findOwnTickets(
  database: Database,
  actor: Member,
  ticketIds: readonly number[],
): Promise<{ ticketNumber: string; invoiceDocumentNumber: string | null }[]> {
  const row = jsonObject({ ticketNumber: sql`t.ticket_number`, invoiceDocumentNumber: sql`i.document_number` });
  const wanted = idArray(ticketIds);
  const found = await database.read<{ ticketNumber: string; invoiceDocumentNumber: string | null }[]>(
    actor,
    sql`select coalesce(json_agg(${row} order by array_position(${wanted}, t.id)), '[]') as answer
      from tickets t left join invoices i on i.id = t.invoice_id where t.customer_id = ${actor.customerId} and t.id = any(${wanted})`,
  );
  return found ?? [];
}
