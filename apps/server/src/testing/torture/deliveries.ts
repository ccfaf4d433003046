import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SUPPLY_EVENT_TYPES } from '@yardage/contract/events';
import { HEADERS } from '@yardage/contract/headers';
import { openSmtpServer } from '#server/adapters/mail/testing/smtp-server';
import { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { openEngine } from '#server/database/engine';
import { textArray } from '#server/database/sql';
import { Fleet } from './fleet.ts';
import { type Fault, type Ground, lossesOf, type Report, type TortureOptions, until } from './torture.ts';
import { WriteLoad, writeSubjects } from './write-load.ts';

const WRITERS = 6;
const DELIVERED_WITHIN_MS = 120_000;
/** The receiver is slow, so that some messages are under way when their sender dies. */
const RECEIVED_AFTER_MS = 200;

/** A webhook counts as delivered before it is sent. */
export const DELIVERY_FAULT: Fault = {
  file: 'features/webhooks/webhook-sender.ts',
  from: 'const body = JSON.stringify(event);',
  to: `const body = JSON.stringify(event);
    await this.#database.transaction('system', (transaction) => queries.markDelivered(transaction, delivery, 200));`,
  finds: /receiver did not get/,
};

/**
 * People send requests, sign for loads and send mails, and the supplier sends records, while processes are killed. A reader follows the
 * feed of events and a receiver takes webhooks. Nothing may be lost, and nothing may happen twice, except that what a dying process was
 * just delivering comes again under the same id.
 */
export async function tortureDeliveries(ground: Ground, { isLong, fault }: TortureOptions): Promise<Report> {
  const engine = await openEngine({ databaseUrl: ground.databaseUrl, dataDir: '', poolSize: 4 });
  const database = new Database(engine);
  const [smtp, receiver] = await Promise.all([openSmtpServer(), openReceiver()]);
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Yardage <portal@supplier.example>',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    WEBHOOK_ALLOW_HTTP: 'true',
  };
  // Nothing of the demo world is to be delivered.
  await database.transaction('system', ({ orm }) => orm.execute(sql`update outgoing_mails set state = 'sent' where state = 'queued'`));
  await addReceiver(database, receiver.url);
  const before = await lastIds(database);
  const fleet = await Fleet.start(ground, ['web', 'web', 'worker', 'worker'], env, fault);
  try {
    const subjects = await writeSubjects(ground, database, fleet);
    const load = new WriteLoad(fleet, subjects);
    const stop = new AbortController();
    const isRead = new AbortController();
    const reading = followFeed(fleet, subjects.serviceKey, isRead.signal);
    const writing = load.run(stop.signal, WRITERS, 60);
    await fleet.killMany(isLong ? 60 : fault ? 40 : 6, isLong ? 1000 : 700);
    stop.abort();
    await fleet.whole();
    await writing;
    const isDelivered = await until(async () => (await countUndelivered(database, isLong)) === 0, DELIVERED_WITHIN_MS, 500);
    const compared = await load.compare(database);
    const stored = await readStored(database, before);
    await until(() => receiver.ids.size >= stored.eventIds.length, 5_000);
    isRead.abort();
    const read = await reading;
    const messageIds = smtp.received.map(({ source }) => /^Message-ID: *<?([^>\r\n]*)/im.exec(source)?.[1] ?? '');
    const arrived = new Set(messageIds);
    return {
      figures: {
        kills: fleet.kills,
        'starts that failed': fleet.failedStarts.join(' ') || 0,
        ...compared.figures,
        'mails delivered': arrived.size,
        'mails repeated, same id': messageIds.length - arrived.size,
        events: stored.eventIds.length,
        'webhooks repeated, same id': receiver.count() - receiver.ids.size,
      },
      losses: [
        ...compared.losses,
        ...(isDelivered ? [] : [`${await countUndelivered(database, true)} mails or messages are still not delivered`]),
        ...lossesOf(
          'mails that never arrived',
          stored.mailKeys.filter((key) => !messageIds.some((id) => id.startsWith(key))),
        ),
        ...(arrived.size > stored.mailKeys.length ? [`${arrived.size - stored.mailKeys.length} mails arrived under a second id`] : []),
        ...lossesOf(
          'events that the receiver did not get',
          stored.eventIds.filter((id) => !receiver.ids.has(id)),
        ),
        ...lossesOf(
          'events that the reader missed',
          stored.eventIds.filter((id) => !read.includes(id)),
        ),
        ...lossesOf(
          'events that the reader got twice',
          read.filter((id, index) => read.indexOf(id) !== index),
        ),
        ...lossesOf('sign-offs without exactly one event', stored.wrongSignOffs),
      ],
    };
  } finally {
    await fleet.stop();
    await engine.close();
    await smtp.close();
    receiver.stop();
  }
}

/** Receives webhooks, slowly. */
async function openReceiver() {
  const ids = new Set<string>();
  let count = 0;
  const server = createServer(async (request, response) => {
    request.resume();
    await once(request, 'end').catch(() => {});
    await pause(RECEIVED_AFTER_MS);
    // A request whose sender hung up before the answer counts as not delivered.
    if (request.socket.destroyed) return;
    ids.add(String(request.headers['webhook-id']));
    count += 1;
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    ids,
    count: () => count,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function addReceiver(database: Database, url: string): Promise<void> {
  await database.transaction('system', ({ orm }) =>
    orm.execute(sql`insert into webhook_endpoints (customer_id, name, url, types, state, last_position)
      values (null, 'Torture', ${url}, ${textArray(SUPPLY_EVENT_TYPES)}, 'active', (select coalesce(max(position), 0) from events))`),
  );
}

/** Follows the feed over the kills, as the supplier's system does. Returns the ids of its events. */
async function followFeed(fleet: Fleet, serviceKey: string, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  let after = '';
  for (let isLast = false; ; ) {
    const answer = await fleet.call(`/supply/events?limit=100${after && `&after=${after}`}`, {
      headers: { [HEADERS.serviceKey]: serviceKey },
    });
    if (answer?.status === 200) {
      ids.push(...answer.body.events.map(({ id }: { id: string }) => id));
      after = encodeURIComponent(answer.body.cursor ?? '');
      if (answer.body.events.length > 0) continue;
      if (isLast) return ids;
      isLast = signal.aborted;
    }
    await pause(100);
  }
}

/** Counts what is not delivered yet. In the short form the claims of dead processes end at once instead of after a minute. */
async function countUndelivered(database: Database, waitsForClaims: boolean): Promise<number> {
  if (!waitsForClaims) await endClaims(database);
  return Number(
    await database.read(
      'system',
      sql`select (select count(*) from outgoing_mails where state = 'queued') + (select count(*) from webhook_deliveries where state = 'waiting')
        + (select count(*) from events where position is null) as answer`,
    ),
  );
}

async function endClaims(database: Database): Promise<void> {
  await database.transaction('system', async ({ orm }) => {
    await orm.execute(
      sql`update outgoing_mails set next_try_at = now() where state = 'queued' and next_try_at > now() + interval '5 seconds'`,
    );
    await orm.execute(
      sql`update webhook_deliveries set next_attempt_at = now() where state = 'waiting' and next_attempt_at > now() + interval '5 seconds'`,
    );
  });
}

interface Before {
  event: number;
  signOff: number;
  mail: number;
}

/** What the demo world had. */
async function lastIds(database: Database): Promise<Before> {
  const ids = await database.read<Before>(
    'system',
    sql`select json_build_object('event', (select coalesce(max(sequence), 0) from events), 'signOff',
      (select coalesce(max(id), 0) from ticket_sign_offs), 'mail', (select coalesce(max(id), 0) from outgoing_mails)) as answer`,
  );
  return ids ?? { event: 0, signOff: 0, mail: 0 };
}

async function readStored(database: Database, before: Before): Promise<Record<'mailKeys' | 'eventIds' | 'wrongSignOffs', string[]>> {
  const stored = await database.read<Record<'mailKeys' | 'eventIds' | 'wrongSignOffs', string[]>>(
    'system',
    sql`select json_build_object(
      'mailKeys', (select coalesce(json_agg('mail-' || id || '-'), '[]') from outgoing_mails where id > ${before.mail}),
      'eventIds', (select coalesce(json_agg(id), '[]') from events where sequence > ${before.event} and type = any(${textArray(SUPPLY_EVENT_TYPES)})),
      'wrongSignOffs', (select coalesce(json_agg(s.client_key), '[]') from ticket_sign_offs s where s.id > ${before.signOff} and 1 <>
        (select count(*) from events e where e.type in ('ticket.signed', 'ticket.rejected') and (e.data ->> 'signOffId')::bigint = s.id))) as answer`,
  );
  return stored ?? { mailKeys: [], eventIds: [], wrongSignOffs: [] };
}
