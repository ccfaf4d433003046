import type { REQUEST_SORT_KEYS, RequestFilter } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import { CHAT_CATEGORIES, ENDED_CHAT } from '@yardage/domain/chat';
import { type OrderType, TICKET_AHEAD_MINUTES } from '@yardage/domain/orders';
import { DEFAULT_MATERIAL_RULES, type RequestRules } from '@yardage/domain/request-rules';
import { OPEN_REQUEST_STATES } from '@yardage/domain/request-states';
import type { Actor, Database, Member } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { type ListDeclaration, pageQuery, tablesOf } from '#server/database/page-query';
import { asRead, isoMillisecond, isoMoment, jsonObject } from '#server/database/sql';

/** How long before its start an order's first load is ticketed. */
export const ticketAhead = sql.raw(`interval '${TICKET_AHEAD_MINUTES} minutes'`);

/** Whether a request (as `r`) still waits for an answer. */
export const IS_OPEN_REQUEST = `r.state in (${OPEN_REQUEST_STATES.map((state) => `'${state}'`).join(', ')})`;
export const isOpenRequest = sql.raw(IS_OPEN_REQUEST);

const rowFields = {
  id: sql`r.id`,
  number: sql`r.number`,
  kind: sql`r.kind`,
  state: sql`r.state`,
  version: sql`r.version`,
  orderId: sql`r.order_id`,
  orderNumber: sql`o.order_number`,
  job: sql`r.job`,
  jobAddress: sql`concat_ws(', ', r.job_address1, r.job_address2)`,
  mix: sql`p.number || ' ' || p.description`,
  startsAt: isoMoment(sql`r.starts_at`),
  quantity: sql`r.quantity`,
  unitOfMeasure: sql`p.unit_of_measure`,
  orderType: sql`p.order_type`,
  isPickedUp: sql`r.is_picked_up`,
  requestedBy: sql`r.requested_by`,
  createdAt: isoMoment(sql`r.created_at`),
};

const deskFields = {
  customerName: sql`c.display_name`,
  globalCustomerNumber: sql`c.global_customer_number`,
  dataset: sql`d.code`,
  timeZone: sql`d.time_zone`,
  plantId: sql`r.plant_id`,
  plant: sql`pl.name`,
};

const requestList: ListDeclaration<(typeof REQUEST_SORT_KEYS)[number]> = {
  from: sql`order_requests r`,
  joinForFields: sql`join products p on p.id = r.product_id left join orders o on o.id = r.order_id`,
  key: sql`r.id`,
  mainDate: sql`r.created_at`,
  fields: rowFields,
  search: {
    own: [sql`r.number`, sql`r.job`, sql`r.job_address1`, sql`r.po_number`, sql`r.requested_by`],
    referred: [
      { key: sql`r.product_id`, id: sql`s.id`, table: sql`products s`, texts: [sql`s.number`, sql`s.description`] },
      { key: sql`r.customer_id`, id: sql`s.id`, table: sql`customers s`, texts: [sql`s.display_name`, sql`s.global_customer_number`] },
    ],
  },
  sort: {
    startsAt: sql`r.starts_at`,
    number: sql`r.id`,
    job: asRead(sql`r.job`),
    quantity: sql`r.quantity`,
  },
};

const deskList: typeof requestList = {
  ...requestList,
  joinForFields: sql`${requestList.joinForFields} join customers c on c.id = r.customer_id join data_sources d on d.id = c.data_source_id
    join plants pl on pl.id = r.plant_id`,
  fields: { ...rowFields, ...deskFields },
};

const ownerCondition = (actor: Actor): SQL => (actor === 'system' ? sql`true` : sql`r.customer_id = ${actor.customerId}`);

/** Returns a page of requests as JSON: those of a customer, or for staff those of all. */
export async function listRequests(database: Database, actor: Actor, request: PageRequest, filter: RequestFilter = ''): Promise<string> {
  const conditions: [SQL, ...SQL[]] = [ownerCondition(actor)];
  if (filter !== '') conditions.push(filter === 'open' ? isOpenRequest : sql`not (${isOpenRequest})`);
  return (await database.read(actor, pageQuery(actor === 'system' ? deskList : requestList, request, conditions))) as string;
}

const RULE_COLUMNS = sql.raw(
  'lead_time_minutes, minimum_load, truck_load, opens_at, closes_at, work_days, day_before_cut_off, change_cut_off_minutes, horizon_days',
);

/** The stored rules of all materials. Those for concrete have a table of their own, which earlier versions know. */
export const storedRules = sql`(select data_source_id, 1 as order_type, ${RULE_COLUMNS} from request_rules
  union all select data_source_id, order_type, ${RULE_COLUMNS} from material_request_rules)`;

/** What one truck carries of a material of a data source. */
export const truckLoadOf = (dataSourceId: SQL, orderType: SQL): SQL => sql`coalesce(
  (select rule.truck_load from ${storedRules} as rule where rule.data_source_id = ${dataSourceId} and rule.order_type = ${orderType}),
  case ${orderType} ${sql.raw(
    Object.entries(DEFAULT_MATERIAL_RULES)
      .map(([type, { truckLoad }]) => `when ${type} then ${truckLoad}`)
      .join(' '),
  )} end::numeric)`;

const truckLoad = truckLoadOf(sql`(select own.data_source_id from customers own where own.id = r.customer_id)`, sql`p.order_type`);

const detailFields = {
  ...rowFields,
  productId: sql`r.product_id`,
  quoteId: sql`r.quote_id`,
  quoteNumber: sql`(select q.quote_number from quotes q where q.id = r.quote_id)`,
  plantId: sql`r.plant_id`,
  plant: sql`(select pl.name from plants pl where pl.id = r.plant_id)`,
  jobAddress1: sql`r.job_address1`,
  jobAddress2: sql`r.job_address2`,
  loadCount: sql`greatest(1, ceil(r.quantity / ${truckLoad}))::int`,
  intervalMinutes: sql`r.interval_minutes`,
  yardsPerHour: sql`r.yards_per_hour`,
  holdQuantity: sql`r.hold_quantity`,
  placement: sql`r.placement`,
  unloading: sql`r.unloading`,
  piecesPerPallet: sql`p.pieces_per_pallet`,
  slump: sql`r.slump`,
  admixtures: sql`r.admixtures`,
  poNumber: sql`r.po_number`,
  contactName: sql`r.contact_name`,
  contactPhone: sql`r.contact_phone`,
  notes: sql`r.notes`,
  answer: sql`r.answer`,
  proposal: sql`case when r.proposed_starts_at is not null then ${jsonObject({
    plant: sql`(select pl.name from plants pl where pl.id = r.proposed_plant_id)`,
    startsAt: isoMoment(sql`r.proposed_starts_at`),
    quantity: sql`r.proposed_quantity`,
    intervalMinutes: sql`r.proposed_interval_minutes`,
  })} end`,
  expiresAt: isoMoment(sql`r.expires_at`),
  events: sql`(select coalesce(json_agg(${jsonObject({
    id: sql`e.id`,
    action: sql`e.action`,
    by: sql`e.actor_name`,
    isOfDesk: sql`e.is_of_desk`,
    note: sql`e.note`,
    proposal: sql`e.proposal`,
    at: isoMillisecond(sql`e.created_at`),
  })} order by e.id), '[]') from order_request_events e where e.request_id = r.id)`,
};

/** Returns one request with its timeline as JSON. Undefined if it belongs to another customer. */
export async function findRequest(database: Database, actor: Member, id: number): Promise<string | undefined> {
  return database.read(
    actor,
    sql`select ${jsonObject(detailFields)}::text as answer from ${tablesOf(requestList)} where r.id = ${id} and ${ownerCondition(actor)}`,
  );
}

/** The open chat about a request or its order. */
const openChat = sql`(select s.id from chat_sessions s where s.customer_id = r.customer_id and s.status_id <> ${ENDED_CHAT}
  and ((s.category = ${CHAT_CATEGORIES.newOrder} and s.entity_id = r.id) or (s.category = ${CHAT_CATEGORIES.order} and s.entity_id = r.order_id)) order by s.modified_at desc limit 1)`;

/** Returns one request as dispatch sees it, as JSON. */
export async function findDeskRequest(database: Database, id: number): Promise<string | undefined> {
  const fields = {
    ...detailFields,
    ...deskFields,
    truckLoad,
    proposedPlantId: sql`r.proposed_plant_id`,
    chatSessionId: openChat,
    plants: sql`(select json_agg(json_build_object('id', pls.id, 'name', pls.name, 'number', pls.number) order by pls.number)
      from plants pls where pls.data_source_id = d.id)`,
  };
  return database.read('system', sql`select ${jsonObject(fields)}::text as answer from ${tablesOf(deskList)} where r.id = ${id}`);
}

/** Returns the requests of one order that wait for an answer, and the number of the request that made it. */
export async function findOrderRequests(
  database: Database,
  actor: Member,
  orderId: number,
): Promise<{ requests: unknown[]; requestNumber: string | null } | undefined> {
  return database.read(
    actor,
    sql`select json_build_object(
        'requests', (select coalesce(json_agg(${jsonObject(rowFields)} order by r.id desc), '[]') from ${tablesOf(requestList)}
          where r.order_id = ${orderId} and r.kind <> 'pour' and ${isOpenRequest}),
        'requestNumber', (select r.number from order_requests r where r.order_id = ${orderId} and r.kind = 'pour' limit 1)) as answer`,
  );
}

/** Returns the rules of a data source by material; the defaults where none are stored. */
export async function findRules(database: Database, actor: Actor, dataSourceId: number): Promise<Record<OrderType, RequestRules>> {
  const stored = await database.read<Partial<Record<OrderType, RequestRules>>>(
    actor,
    sql`select json_object_agg(r.order_type, ${rulesJson}) as answer from ${storedRules} as r where r.data_source_id = ${dataSourceId}`,
  );
  return { ...DEFAULT_MATERIAL_RULES, ...stored };
}

/** The rules of a data source (as `r`) as JSON. */
export const rulesJson = jsonObject({
  leadTimeMinutes: sql`r.lead_time_minutes`,
  minimumLoad: sql`r.minimum_load`,
  truckLoad: sql`r.truck_load`,
  opensAt: sql`r.opens_at`,
  closesAt: sql`r.closes_at`,
  workDays: sql`r.work_days`,
  dayBeforeCutOff: sql`r.day_before_cut_off`,
  changeCutOffMinutes: sql`r.change_cut_off_minutes`,
  horizonDays: sql`r.horizon_days`,
});
