import { randomUUID } from 'node:crypto';
import { addDays, dayAt } from '@yardage/domain/dates';
import { TICKET_AHEAD_MINUTES } from '@yardage/domain/orders';
import { DEFAULT_REQUEST_RULES, firstDayFor } from '@yardage/domain/request-rules';
import type { Database } from '#server/database/database';

interface Sample {
  params?: Record<string, string | number>;
  body?: Record<string, unknown>;
}

const START = '09:00';

/** A day that the rules allow, some working days ahead so that no cut-off is near. */
export function dayForPour(timeZone = 'America/New_York', ahead = 7): string {
  const clock = { now: new Date(), timeZone };
  return firstDayFor(START, DEFAULT_REQUEST_RULES, clock, addDays(dayAt(clock.now, timeZone), ahead)) ?? '';
}

/** SQL for nine in the morning in some days, so that no test depends on the hour at which it runs. */
const morningIn = (days: string) => `((now() at time zone d.time_zone)::date + ${days} + time '${START}') at time zone d.time_zone`;

/**
 * Adds a waiting request for a pour that is like the customer's last order, on the morning of a day, counted from today.
 * With `isProposed` dispatch has proposed something.
 */
export async function addRequest(database: Database, customerId: number, { isProposed = false, startsInDays = 8 } = {}): Promise<number> {
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ id: string }>(
      `insert into order_requests (customer_id, kind, state, plant_id, product_id, job, job_address1, starts_at, quantity, interval_minutes, placement,
         proposed_plant_id, proposed_starts_at, proposed_quantity, expires_at, request_key, created_by, requested_by)
       select o.customer_id, 'pour', case when $3 then 'proposed' else 'requested' end, o.plant_id, o.product_id, o.job, o.job_address1, times.start, 24, 15,
         'pump', case when $3 then o.plant_id end, case when $3 then times.start + interval '1 hour' end, case when $3 then 20 end, times.start, $2,
         (select min(user_id) from members m where m.customer_id = o.customer_id and m.user_id is not null), 'Sam Sample'
       from orders o join customers c on c.id = o.customer_id join data_sources d on d.id = c.data_source_id
         cross join lateral (select ${morningIn('$4::int')} as start) as times
       where o.customer_id = $1 order by o.id desc limit 1 returning id`,
      [customerId, randomUUID(), isProposed, startsInDays],
    ),
  );
  return Number(rows[0]?.id);
}

/** Returns a pour that the rules allow, of a mix and for a job that the customer had before. */
export async function pourBody(database: Database, customerId: number): Promise<Record<string, unknown>> {
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ order_id: string; product_id: string }>(
      `select o.id as order_id, o.product_id from orders o where o.customer_id = $1 and o.order_type = 1 order by o.id desc limit 1`,
      [customerId],
    ),
  );
  return {
    requestKey: randomUUID(),
    jobOrderId: Number(rows[0]?.order_id),
    productId: Number(rows[0]?.product_id),
    quantity: 24,
    day: dayForPour(),
    startTime: START,
    placement: 'pump',
  };
}

/** An order of the morning in five days, in a status. */
export async function addOrder(database: Database, customerId: number, statusId = 1): Promise<number> {
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ id: string }>(
      `insert into orders (customer_id, order_number, order_type, status_id, starts_at, ship_date, on_job_at, ticket_at, plant_id, product_id,
         quantity_ordered, load_count, interval_minutes, job, job_address1, alt_key)
       select o.customer_id, $3, o.order_type, $2, times.start, (times.start at time zone d.time_zone)::date, times.start,
         times.start - interval '${TICKET_AHEAD_MINUTES} minutes', o.plant_id, o.product_id, 40, 4, 15, o.job, o.job_address1, $3
       from orders o join customers c on c.id = o.customer_id join data_sources d on d.id = c.data_source_id
         cross join lateral (select ${morningIn('5')} as start) as times
       where o.customer_id = $1 order by o.id desc limit 1 returning id`,
      [customerId, statusId, randomUUID().slice(0, 8)],
    ),
  );
  return Number(rows[0]?.id);
}

/** Sample calls of requests, each with a record of its own. */
export const prepareRequest = {
  ofCustomer: async (database: Database, customerId: number): Promise<Sample> => ({
    params: { requestId: await addRequest(database, customerId) },
  }),
  proposed: async (database: Database, customerId: number): Promise<Sample> => ({
    params: { requestId: await addRequest(database, customerId, { isProposed: true }) },
    body: { version: 1, isAccepted: true },
  }),
  pour: async (database: Database, customerId: number): Promise<Sample> => ({ body: await pourBody(database, customerId) }),
  change: async (database: Database, customerId: number): Promise<Sample> => ({
    params: { orderId: await addOrder(database, customerId) },
    body: { requestKey: randomUUID(), kind: 'hold' },
  }),
  ofDesk: async (database: Database, customerId: number): Promise<Sample> => ({
    params: { id: await addRequest(database, customerId) },
    body: { version: 1 },
  }),
  proposal: async (database: Database, customerId: number): Promise<Sample> => {
    const { rows } = await database.transaction('system', ({ client }) =>
      client.query<{ id: string }>('select plant_id as id from orders where customer_id = $1 order by id desc limit 1', [customerId]),
    );
    return {
      params: { id: await addRequest(database, customerId) },
      body: { version: 1, plantId: Number(rows[0]?.id), day: dayForPour(), startTime: START },
    };
  },
  rules: async (): Promise<Sample> => ({ body: { dataSource: 'CONE', orderType: 1, rules: DEFAULT_REQUEST_RULES } }),
};
