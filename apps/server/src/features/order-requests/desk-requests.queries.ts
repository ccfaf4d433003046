import type { PlantLoad } from '@yardage/contract/desk-requests';
import { ORDER_STATUS, ORDER_TYPE, type OrderType } from '@yardage/domain/orders';
import type { RequestRules } from '@yardage/domain/request-rules';
import type { Database, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { jsonObject } from '#server/database/sql';
import { materialRequestRules, requestRules } from '#server/database/tables/requests';
import { isOpenRequest, rulesJson, storedRules } from './order-requests.queries.ts';

/** Loads of a pour spread from its start by its spacing, one row each: plant, hour of the day and quantity. */
const spread = (source: ReturnType<typeof sql>) => sql`
  select pour.plant_id, pour.sort, least(23, pour.hour + (pour.minute + load.index * coalesce(pour.interval_minutes, 0)) / 60) as hour,
    pour.quantity / pour.load_count as quantity
  from (${source}) as pour cross join lateral generate_series(0, pour.load_count - 1) as load(index)`;

const clock = (startsAt: ReturnType<typeof sql>) => sql`extract(hour from ${startsAt} at time zone d.time_zone)::int as hour,
  extract(minute from ${startsAt} at time zone d.time_zone)::int as minute`;

const hours = (sort: string) => sql`(select json_agg(round(coalesce(due.quantity, 0), 2) order by h.hour)
  from generate_series(0, 23) as h(hour) left join (
    select loads.hour, sum(loads.quantity) as quantity from loads where loads.plant_id = pl.id and loads.sort = ${sort} group by loads.hour) as due
  on due.hour = h.hour)`;

/**
 * Returns what each plant of a data source loads of a material on a day, by hour. Undefined if there is no such data source. One request is left
 * out, and its order if the request is about all of the order: the caller draws those loads where the request wants them.
 */
export async function findPlantLoad(
  database: Database,
  {
    dataSource,
    day,
    orderType,
    exceptRequest = 0,
    truckLoad,
  }: { dataSource: string; day: string; orderType: OrderType; exceptRequest?: number | undefined; truckLoad: number },
): Promise<PlantLoad[] | undefined> {
  const { willCall, onHold, backOrder, deleted, cancelled } = ORDER_STATUS;
  const ordered = sql`select o.plant_id, case when o.status_id in (${willCall}, ${onHold}, ${backOrder}) then 'unsure' else 'ordered' end as sort, ${clock(sql`o.starts_at`)},
      o.interval_minutes, o.quantity_ordered as quantity, 
      case when o.load_count > 0 then o.load_count else greatest(1, ceil(o.quantity_ordered / ${truckLoad}::numeric))::int end as load_count
    from plants pl join data_sources d on d.id = pl.data_source_id join orders o on o.plant_id = pl.id and o.ship_date = ${day}::date
    where d.code = ${dataSource} and o.order_type = ${orderType}
      and o.id is distinct from (select r.order_id from order_requests r where r.id = ${exceptRequest} and r.kind in ('pour', 'move', 'release'))
      and o.status_id not in (${sql.raw(`${deleted}, ${cancelled}`)})`;
  const requested = sql`select wanted.plant_id, 'requested' as sort, ${clock(sql`wanted.starts_at`)}, wanted.interval_minutes, wanted.quantity,
      greatest(1, ceil(wanted.quantity / ${truckLoad}::numeric))::int as load_count
    from (select coalesce(r.proposed_plant_id, r.plant_id) as plant_id, coalesce(r.proposed_starts_at, r.starts_at) as starts_at,
        coalesce(r.proposed_interval_minutes, r.interval_minutes) as interval_minutes, coalesce(r.proposed_quantity, r.quantity) as quantity
      from order_requests r join products p on p.id = r.product_id and p.order_type = ${orderType} where r.kind = 'pour' and ${isOpenRequest} and r.id <> ${exceptRequest}) as wanted
      join plants pl on pl.id = wanted.plant_id join data_sources d on d.id = pl.data_source_id
    where d.code = ${dataSource} and (wanted.starts_at at time zone d.time_zone)::date = ${day}::date`;
  return database.read(
    'system',
    sql`with loads as materialized (${spread(ordered)} union all ${spread(requested)})
      select coalesce((select json_agg(${jsonObject({
        plantId: sql`pl.id`,
        plant: sql`pl.name`,
        number: sql`pl.number`,
        truckCount: sql`(select count(*) from trucks t where t.plant_id = pl.id)`,
        ordered: hours('ordered'),
        unsure: hours('unsure'),
        requested: hours('requested'),
      })} order by pl.number) from plants pl where pl.data_source_id = d.id), '[]') as answer
      from data_sources d where d.code = ${dataSource}`,
  );
}

/** The rules of a data source for a material, or null where the defaults hold. */
export interface SourceRules {
  id: number;
  dataSource: string;
  name: string;
  orderType: OrderType;
  rules: RequestRules | null;
}

/** Returns the rules of all data sources, or of one, for each material. */
export async function listRules(database: Database, code?: string): Promise<SourceRules[]> {
  const rows = await database.read<SourceRules[]>(
    'system',
    sql`select coalesce(json_agg(json_build_object('id', d.id, 'dataSource', d.code, 'name', d.name, 'orderType', material.type,
          'rules', case when r.data_source_id is not null then ${rulesJson} end) order by d.name, material.type), '[]') as answer
        from data_sources d cross join generate_series(1, 3) as material(type)
          left join ${storedRules} as r on r.data_source_id = d.id and r.order_type = material.type
        where ${code === undefined ? sql`true` : sql`d.code = ${code}`}`,
  );
  return rows ?? [];
}

/** Makes others who change the rules of a material wait until the transaction ends. Returns them; undefined where the defaults hold. */
export async function lockRules(
  { orm }: Transaction,
  { dataSourceId, orderType }: { dataSourceId: number; orderType: OrderType },
): Promise<RequestRules | undefined> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`request rules ${dataSourceId} ${orderType}`}, 4))`);
  const { rows } = await orm.execute<{ answer: RequestRules }>(
    sql`select ${rulesJson} as answer from ${storedRules} as r where r.data_source_id = ${dataSourceId} and r.order_type = ${orderType}`,
  );
  return rows[0]?.answer;
}

/** Stores the rules of a data source for a material. */
export async function saveRules(
  { orm }: Transaction,
  { dataSourceId, orderType }: { dataSourceId: number; orderType: OrderType },
  rules: RequestRules,
  userId: number,
): Promise<void> {
  const values = { ...rules, workDays: [...rules.workDays], updatedBy: userId, updatedAt: new Date() };
  if (orderType !== ORDER_TYPE.concrete) {
    const target = [materialRequestRules.dataSourceId, materialRequestRules.orderType];
    const row = { dataSourceId, orderType, ...values };
    await orm.insert(materialRequestRules).values(row).onConflictDoUpdate({ target, set: values });
    return;
  }
  await orm
    .insert(requestRules)
    .values({ dataSourceId, ...values })
    .onConflictDoUpdate({ target: requestRules.dataSourceId, set: values });
}
