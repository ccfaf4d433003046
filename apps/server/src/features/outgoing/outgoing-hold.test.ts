import { listEvents } from '@yardage/contract/events';
import { addDays } from '@yardage/domain/dates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInAccounts } from '#server/adapters/identity/built-in/accounts';
import { readCommand, runCommand } from '#server/admin/admin';
import { sql } from '#server/database/drizzle';
import { recordEvent } from '#server/features/events/events.queries';
import { OWNER, openPlanDesk, type PlanDesk } from '#server/testing/plan-desk';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';
import { testEngine } from '#server/testing/test-database';

let app: TestApp;
let plans: PlanDesk;
beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  plans = await openPlanDesk(app);
  await app.outgoingHold.isHeld();
});
afterAll(() => app?.close());

/** What a restore into another database leaves behind: the row of the database that the backup was made of. */
const restore = () => plans.run(sql`update outgoing_hold set database_identity = 'the one of the backup'`);
const lines: string[] = [];
const admin = async (...command: string[]) => {
  lines.length = 0;
  const terminal = { say: (line: string) => void lines.push(line), confirm: async () => false };
  const { database, config } = app;
  await runCommand(readCommand(command), { database, accounts: builtInAccounts(database), terminal, retention: config.retention });
};
const GONE = { email: 'gone@example.com', firstName: '', lastName: '', role: null, isEnabled: false };
const heldMetric = async () => (await app.http.inject('/metrics')).payload.match(/^outgoing_held (\S+)$/m)?.[1];

describe('after a restore', () => {
  it.runIf(testEngine === 'postgresql')('RUN-07 a database is known by its server, its number, its tables and its timeline', async () => {
    const known = await plans.read<string>(sql`select database_identity || ' ' || timeline as answer from outgoing_hold`);
    // A dump that is restored makes the table anew, with another number, also in the same database.
    const table = await plans.read<string>(sql`select 'outgoing_hold'::regclass::oid::text as answer`);
    expect(known?.split(/[ /]/)[2]).toBe(table);
    expect(known).toMatch(/^\d{15,}\/\d+\/\d+ [\dA-F]{8}$/);
  });

  it('RUN-07 APY-06 planned payments are not made and mails not sent until an operator releases them', async () => {
    const { body: plan } = await plans.schedule(await plans.method(), await plans.invoicesToPlan(1), addDays(plans.today, 3));
    await plans.run(sql`delete from outgoing_mails`);
    await restore();
    await app.eventually('mails', async () => expect(await heldMetric()).toBe('1'));

    // The plan becomes due, in the time zone of its data source and at any hour.
    await plans.run(sql`update planned_payments set run_on = current_date - 2 where id = ${plan.id}`);
    await plans.run(sql`insert into outgoing_mails (document_kind, document_reference, to_addresses, cc_addresses, bcc_addresses, subject, message,
      next_try_at, queued_at) values ('nothing', '{}', '{a@example.com}', '{}', '{}', 'Old', '', now(), now() - interval '1 hour')`);
    for (let turn = 0; turn < 10; turn++) {
      for (const round of ['mails', 'planned-payments'] as const) app.jobs.wake(round);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect((await plans.find(plan.id, 'open'))?.state).toBe('planned');
    const mail = await plans.read<string[]>(
      sql`select json_build_array(state, attempts) as answer from outgoing_mails where subject = 'Old'`,
    );
    expect(mail).toEqual(['queued', 0]);
    await admin('outgoing', 'show');
    expect(lines.join()).toContain('another database');

    await admin('outgoing', 'release', '--drop-mail');
    expect(lines).toEqual(['Nothing was changed.']);
    await admin('outgoing', 'release', '--drop-mail', '--yes');
    expect(lines).toEqual(['Released. Mails that were given up: 1.']);
    expect(await heldMetric()).toBe('0');
    await app.eventually('planned-payments', async () => expect((await plans.find(plan.id))?.state).toBe('paid'));
    const actions = await plans.read<string[]>(sql`select json_agg(action) as answer from audit_log where action like 'outgoing.%'`);
    expect(actions).toEqual(['outgoing.release']);
  });

  it('RUN-07 EVT-03 ALR-02 webhooks and push messages wait, too, and go out after the release', async () => {
    await restore();
    await app.eventually('mails', async () => expect(await heldMetric()).toBe('1'));
    await plans.run(sql`insert into webhook_endpoints (name, url, types, last_position)
      select 'Held', 'https://hooks.example', '{member.removed}', coalesce(max(position), 0) from events`);
    await app.database.transaction('system', (transaction) => recordEvent(transaction, 'member.removed', plans.own.customerId, GONE));
    await plans.run(sql`with event as (insert into alert_events (customer_id, key, type, facts, spread_at)
        values (${plans.own.customerId}, 'held', 'invoice-due', '{}', now()) returning id, customer_id),
      alert as (insert into alerts (customer_id, user_id, event_id)
        select customer_id, (select id from users where email = ${OWNER}), id from event returning id, customer_id)
      insert into alert_deliveries (customer_id, alert_id, channel, due_at) select customer_id, id, 'push', now() from alert`);
    const rounds = ['webhooks', 'alert-pushes'] as const;
    const gone = () =>
      plans.read(sql`select json_build_array((select count(*) from webhook_deliveries),
        (select count(*) from alert_deliveries where channel = 'push' and attempts > 0)) as answer`);
    for (let turn = 0; turn < 10; turn++) {
      for (const round of rounds) app.jobs.wake(round);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(await gone()).toEqual([0, 0]);
    await admin('outgoing', 'release', '--yes');
    await app.eventually(rounds, async () => expect(await gone()).toEqual([1, 1]));
    await plans.run(sql`update webhook_endpoints set state = 'deleted'`);
  });

  it('RUN-07 mails that the portal itself queues again while they are held are given up, too, and those that people cause are sent', async () => {
    await restore();
    await app.eventually('mails', async () => expect(await heldMetric()).toBe('1'));
    await plans.run(sql`delete from outgoing_mails`);
    const queue = (subject: string, kind: string, requestedBy: string | null = null) =>
      plans.run(sql`insert into outgoing_mails (customer_id, requested_by, document_kind, document_reference, to_addresses, cc_addresses, bcc_addresses,
          subject, message, next_try_at)
        values (${plans.own.customerId}, (select id from users where email = ${requestedBy}), ${kind}, '{}', '{a@example.com}', '{}', '{}', ${subject}, '',
          now() + interval '1 hour')`);
    await queue('An alert', 'alerts');
    await queue('Keys of a leaver', 'integrations-ended');
    await queue('Invited by the supplier', 'member-approved');
    await queue('Approved by a person', 'member-approved', OWNER);
    await queue('Requested by a person', 'order', OWNER);
    await admin('outgoing', 'release', '--drop-mail', '--yes');
    const states = sql`select json_object_agg(subject, state) as answer from outgoing_mails`;
    expect(await plans.read(states)).toEqual({
      'An alert': 'dead',
      'Keys of a leaver': 'dead',
      'Invited by the supplier': 'dead',
      'Approved by a person': 'queued',
      'Requested by a person': 'queued',
    });
    await plans.run(sql`delete from outgoing_mails`);
  });

  it('RUN-07 EVT-03 messages to webhooks that waited while they were held get three days from the release on', async () => {
    await restore();
    await app.eventually('mails', async () => expect(await heldMetric()).toBe('1'));
    const person = { email: 'gone@example.com', firstName: '', lastName: '', role: null, isEnabled: false };
    await app.database.transaction('system', (transaction) => recordEvent(transaction, 'member.removed', plans.own.customerId, person));
    const wait = (name: string, state: string) =>
      plans.run(sql`with webhook as (insert into webhook_endpoints (name, url, types, state)
            values (${name}, 'https://receiver.invalid/hook', '{member.removed}', ${state}) returning id)
        insert into webhook_deliveries (endpoint_id, event_sequence, attempts, next_attempt_at, created_at)
        select webhook.id, (select max(sequence) from events), 9, now() + interval '7 hours', now() - interval '4 days' from webhook`);
    await wait('Held', 'active');
    await wait('Paused, too', 'paused');
    await admin('outgoing', 'release', '--yes');
    const days = sql`select json_object_agg(w.name, extract(day from now() - d.created_at) order by w.name) as answer
      from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id where d.state = 'waiting'`;
    expect(await plans.read(days)).toEqual({ Held: 0, 'Paused, too': 4 });
    await plans.run(sql`update webhook_endpoints set state = 'deleted'`);
  });

  it('RUN-07 EVT-01 a reader of the feed gets every event of the restored database', async () => {
    const note = (name: string) =>
      app.database.transaction('system', (transaction) =>
        recordEvent(transaction, 'member.removed', plans.own.customerId, {
          email: name,
          firstName: '',
          lastName: '',
          role: null,
          isEnabled: false,
        }),
      );
    const follow = async (after?: string) => {
      const found: string[] = [];
      for (let cursor = after; ; ) {
        const { body } = await app.call(listEvents, {
          as: SERVICE,
          query: { types: 'member.removed', ...(cursor ? { after: cursor } : {}) },
        });
        found.push(...body.events.map((event: { data: { email: string } }) => event.data.email));
        cursor = body.cursor;
        if (!body.hasMore) return { found, cursor };
      }
    };
    await note('before');
    const { cursor: atBackup } = await follow();
    const place = await plans.read<number>(sql`select last_position as answer from event_feed`);
    for (const name of ['lost', 'lost, too', 'also lost']) await note(name);
    const { cursor } = await follow();

    await plans.run(sql`delete from events where position > ${place} or position is null`);
    await plans.run(sql`update event_feed set last_position = ${place}`);
    await restore();
    await app.eventually('mails', async () => expect(await heldMetric()).toBe('1'));
    await note('new');
    const { found, cursor: next } = await follow(cursor);
    expect(found).toEqual(['new']);
    expect((await follow(atBackup)).found).toEqual(['new']);
    await note('newer');
    expect((await follow(next)).found).toEqual(['newer']);
    await admin('outgoing', 'release', '--yes');
  });

  it('RUN-07 EVT-01 a cursor that nobody gave is refused instead of skipping what comes', async () => {
    const beyond = Buffer.from('feed1:999999999').toString('base64url');
    // Since the restore above places over its beginning belong to the first history only.
    expect((await app.call(listEvents, { as: SERVICE, query: { after: beyond } })).status).toBe(200);
    const unknown = Buffer.from('feed2:nobody:1').toString('base64url');
    const { status, body } = await app.call(listEvents, { as: SERVICE, query: { after: unknown } });
    expect([status, body.errors.after]).toEqual([400, [expect.stringContaining('restored from a backup')]]);
  });

  it('RUN-07 an operator can hold everything before the first start', async () => {
    await admin('outgoing', 'hold');
    await admin('outgoing', 'show');
    expect(lines.join()).toContain('by command');
    await admin('outgoing', 'release', '--yes');
    await admin('outgoing', 'show');
    expect(lines).toEqual(['Nothing is held.']);
  });
});
