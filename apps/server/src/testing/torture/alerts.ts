import { setTimeout as pause } from 'node:timers/promises';
import { openSmtpServer } from '#server/adapters/mail/testing/smtp-server';
import { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { openEngine } from '#server/database/engine';
import { customersOf, type TestCustomer } from '../sample-call.ts';
import { Fleet } from './fleet.ts';
import { type Fault, type Ground, lossesOf, percentile, type Report, type TortureOptions, until } from './torture.ts';

const OWNER = 'owner@example.com';
const FOLLOWERS = [OWNER, 'manager@example.com', 'field@example.com'];
const TYPES = ['truck-left', 'arrived'] as const;
const DELIVERED_WITHIN_MS = 120_000;
/** The time that we promise for the inbox. */
const P95_MS = 10_000;

/** A mail that is due stays due. */
export const ALERT_FAULT: Fault = {
  file: 'features/alerts/alert-rounds.queries.ts',
  from: 'update alert_deliveries set done_at =',
  to: 'update alert_deliveries set due_at =',
  finds: /mailed twice/,
};

/**
 * The loads of a day leave and arrive in a few minutes, while the workers are restarted, every second time by a kill. Each follower must
 * get each alert once, in the inbox and, while it is timely, by mail, and within the promised time (ALR-02).
 */
export async function tortureAlerts(ground: Ground, { isLong, fault }: TortureOptions): Promise<Report> {
  const engine = await openEngine({ databaseUrl: ground.databaseUrl, dataDir: '', poolSize: 4 });
  const database = new Database(engine);
  const smtp = await openSmtpServer();
  const tickets = await prepareDay(database, isLong ? 200 : 20);
  const env = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Yardage <portal@supplier.example>' };
  const fleet = await Fleet.start(ground, ['worker', 'worker'], env, fault);
  try {
    const restarts = isLong ? 20 : 3;
    const dayMs = isLong ? 240_000 : 6_000;
    const day = drive(database, tickets, dayMs);
    for (let restart = 0; restart < restarts; restart += 1) {
      await pause((dayMs / restarts) * 0.8);
      await fleet.killNext(restart % 2 === 0);
    }
    await day;
    await fleet.whole();
    const count = tickets.length * TYPES.length * FOLLOWERS.length;
    const isOver = () => countLeft(database, count, isLong);
    const isDelivered = await until(async () => (await isOver()) === 0, DELIVERED_WITHIN_MS, 500);
    const { alerts, mailed, unmailed, inboxMs, mailMs, mailKeys } = await readDay(database, tickets);
    const arrived = smtp.received.map(({ source }) => /^Message-ID: *<?([^>\r\n]*)/im.exec(source)?.[1] ?? '');
    const p95 = percentile(inboxMs, 0.95);
    return {
      figures: {
        restarts: fleet.kills,
        loads: tickets.length,
        alerts: alerts.length,
        'in the inbox after, p95': `${p95} ms`,
        'in the inbox after, longest': `${percentile(inboxMs, 1)} ms`,
        'mailed after, p50 and p95': `${percentile(mailMs, 0.5)} and ${percentile(mailMs, 0.95)} ms`,
        'mails repeated, same id': arrived.length - new Set(arrived).size,
      },
      losses: [
        ...(isDelivered ? [] : [`${await isOver()} alerts or mails are not delivered`]),
        ...lossesOf('alerts lost', missingOf(tickets, alerts)),
        ...lossesOf('alerts that came twice', twiceOf(alerts)),
        ...lossesOf('alerts that were mailed twice', twiceOf(mailed.map(String))),
        ...lossesOf(
          'mails that never arrived',
          mailKeys.filter((key) => !arrived.some((id) => id.startsWith(key))),
        ),
        ...lossesOf('alerts that were not mailed', unmailed),
        ...(p95 <= P95_MS ? [] : [`alerts took ${p95} ms (p95) to the inbox`]),
      ],
    };
  } finally {
    await fleet.stop();
    await engine.close();
    await smtp.close();
  }
}

/** Lets the people follow the account, and returns tickets whose loads have not left yet. */
async function prepareDay(database: Database, count: number): Promise<number[]> {
  const [own] = (await customersOf(database, OWNER)) as [TestCustomer];
  return database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<{ id: string }>(
      `update tickets set status_id = 2, leave_plant_at = null, arrived_at = null, pour_started_at = null, finished_at = null, leave_job_at = null
       where id in (select id from tickets where customer_id = $1 and not is_cancelled and truck_id is not null order by id desc limit $2) returning id`,
      [own.customerId, count],
    );
    await client.query("update outgoing_mails set state = 'sent' where state = 'queued'");
    await client.query('delete from alert_follows');
    await client.query('delete from alert_settings');
    await client.query(
      `insert into alert_follows (customer_id, user_id, types) select $1, u.id, $2 from users u where u.email = any ($3)`,
      [own.customerId, TYPES, FOLLOWERS],
    );
    return rows.map(({ id }) => Number(id));
  });
}

/** Each load leaves and arrives a while later, at random moments of the day. */
async function drive(database: Database, tickets: readonly number[], dayMs: number): Promise<void> {
  const step = (id: number, columns: string) =>
    database.transaction('system', ({ client }) => client.query(`update tickets set ${columns} where id = $1`, [id]));
  await Promise.all(
    tickets.map(async (id, index) => {
      await pause((index / tickets.length) * dayMs * 0.8);
      await step(id, 'status_id = 3, leave_plant_at = now()');
      await pause(Math.random() * dayMs * 0.2);
      await step(id, 'status_id = 4, arrived_at = now()');
    }),
  );
}

/** Counts the alerts and mails that are still to come. In the short form the claims of dead processes end at once. */
async function countLeft(database: Database, count: number, isLong: boolean): Promise<number> {
  if (!isLong) {
    await database.transaction('system', ({ orm }) =>
      orm.execute(sql`update outgoing_mails set next_try_at = now() where state = 'queued' and next_try_at > now() + interval '5 seconds'`),
    );
  }
  return Number(
    await database.read(
      'system',
      sql`select greatest(0, ${count} - (select count(*) from alerts a join alert_events e on e.id = a.event_id where e.facts ? 'ticketId'
            and e.type = any (string_to_array(${TYPES.join(',')}, ','))))
          + (select count(*) from alert_deliveries where done_at is null and channel = 'mail')
          + (select count(*) from outgoing_mails where state = 'queued') as answer`,
    ),
  );
}

interface Day {
  /** `type ticket user` of each alert. */
  alerts: string[];
  /** The alerts in mails. */
  mailed: number[];
  /** Alerts in no mail, like `alerts`. Without those about trucks that left, which are dropped once the truck has arrived. */
  unmailed: string[];
  inboxMs: number[];
  mailMs: number[];
  mailKeys: string[];
}

async function readDay(database: Database, tickets: readonly number[]): Promise<Day> {
  const ids = sql`string_to_array(${tickets.join(',')}, ',')`;
  const day = await database.read<Day>(
    'system',
    sql`with told as (select a.id, a.created_at, e.created_at as happened_at, concat_ws(' ', e.type, e.facts ->> 'ticketId', u.email) as name
          from alerts a join alert_events e on e.id = a.event_id join users u on u.id = a.user_id
          where e.facts ->> 'ticketId' = any (${ids}) and e.type = any (string_to_array(${TYPES.join(',')}, ','))),
        mails as (select m.id, m.sent_at, line.alert::bigint as alert from outgoing_mails m
          cross join lateral jsonb_array_elements_text(m.document_reference::jsonb -> 'alertIds') as line(alert) where m.document_kind = 'alerts')
        select json_build_object(
          'alerts', (select coalesce(json_agg(name), '[]') from told),
          'inboxMs', (select coalesce(json_agg(extract(epoch from created_at - happened_at) * 1000), '[]') from told),
          'mailed', (select coalesce(json_agg(mails.alert), '[]') from mails join told on told.id = mails.alert),
          'unmailed', (select coalesce(json_agg(name), '[]') from told where name not like 'truck-left %' and id not in (select alert from mails)),
          'mailMs', (select coalesce(json_agg(extract(epoch from mails.sent_at - told.happened_at) * 1000), '[]')
            from mails join told on told.id = mails.alert where mails.sent_at is not null),
          'mailKeys', (select coalesce(json_agg(distinct 'mail-' || id || '-'), '[]') from mails)) as answer`,
  );
  return day ?? { alerts: [], mailed: [], unmailed: [], inboxMs: [], mailMs: [], mailKeys: [] };
}

const missingOf = (tickets: readonly number[], alerts: readonly string[]): string[] => {
  const got = new Set(alerts);
  const expected = tickets.flatMap((id) => TYPES.flatMap((type) => FOLLOWERS.map((email) => `${type} ${id} ${email}`)));
  return expected.filter((name) => !got.has(name));
};
const twiceOf = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);
