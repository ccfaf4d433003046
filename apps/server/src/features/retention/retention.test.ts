import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { enforceRetention } from './retention.service.ts';

let test: TestDatabase;
const days = readConfig({}).retention;
const NONE = Object.fromEntries(Object.keys(days).map((name) => [name, 0])) as unknown as typeof days;

beforeAll(async () => {
  test = await openTestDatabase('demo');
});
afterAll(() => test.close());

const write = (text: string) => test.database.transaction('system', ({ client }) => client.query(text));
const count = async (table: string, condition = 'true') =>
  Number((await write(`select count(*) from ${table} where ${condition}`)).rows[0].count);

describe('retention', () => {
  it('RUN-06 deletes what is older than configured, in steps, and nothing else', async () => {
    await enforceRetention(test.database, days, { now: new Date() });
    const old = "now() - interval '20 years'";
    await write(
      `insert into audit_log (at, action, subject, detail, request_id) select ${old}, 'old', 'old', '{}', 'old' from generate_series(1, 1200)`,
    );
    await write(`insert into outgoing_mails (document_kind, document_reference, to_addresses, cc_addresses, bcc_addresses, subject, message, state, created_at)
      values ('old', '{}', '{a@example.com}', '{}', '{}', 'old', 'old', 'sent', ${old}), ('old', '{}', '{a@example.com}', '{}', '{}', 'old', 'old', 'queued', ${old})`);
    await write(`insert into chat_sessions (id, customer_id, user_id, category, status_id, started_at, modified_at)
      select gen_random_uuid(), m.customer_id, m.user_id, 1, state, ${old}, ${old} from members m, unnest(array[1, 3]) as state
      where m.id = (select min(id) from members where user_id is not null and customer_id is not null)`);
    await write(`insert into chat_messages (customer_id, session_id, sequence, type_id, sender_type, sender_name, message, sent_at)
      select customer_id, id, 1, 1, 0, 'old', 'old', ${old} from chat_sessions where modified_at = started_at and modified_at < ${old} + interval '1 day'`);
    await write(`insert into events (type, data, position, created_at) values ('old', '{}', -1, ${old}), ('old', '{}', null, ${old})`);
    await write(`insert into members (status_id, request_type_name, email, first_name, last_name, phone, company_name, customer_number, address_line1, city, state_id, zip, requested_at, decided_at)
      select 3, 'Requested', 'old@example.com', 'O', 'L', '4235550100', 'Old', 'X', '1 Road', 'Town', 43, '37401', ${old}, ${old}`);
    await write(
      `insert into payment_attempts (customer_id, reference, created_at) select min(id), gen_random_uuid(), ${old} from customers`,
    );
    await write(`insert into method_tries (customer_id, user_id, at) select (select min(id) from customers), min(id), ${old} from users`);
    await write(`insert into arrival_predictions (ticket_id, plant_id, predicted_at, estimated_at, earliest_at, latest_at)
      select id, plant_id, ${old}, ${old}, ${old}, ${old} from tickets where id = (select max(id) from tickets)
      on conflict (ticket_id) do update set predicted_at = excluded.predicted_at`);
    await write(`insert into pour_shares (customer_id, order_id, token_hash, label, created_at, expires_at)
      select customer_id, id, 'old', 'old', ${old}, ${old} from orders where id = (select max(id) from orders)`);
    await write(`insert into assistant_messages (customer_id, user_id, sender, blocks, records, created_at)
      select (select min(id) from customers), min(id), 'user', '[]', '[]', ${old} from users`);
    await write(`insert into ended_sessions (key, ended_at, expires_at) values ('old', ${old}, ${old})`);
    await write(`insert into rate_counts (bucket, calls, ends_at) values ('old', 1, ${old})`);

    const tables = ['invoices', 'payments', 'tickets', 'orders', 'users', 'chat_messages', 'events', 'outgoing_mails'];
    const before = await Promise.all(tables.map((table) => count(table)));
    expect(Object.keys(await enforceRetention(test.database, NONE, { now: new Date() })).sort()).toEqual(['ended sessions', 'rate counts']);
    expect(await count('audit_log', "action = 'old'")).toBe(1200);

    expect(await enforceRetention(test.database, days, { now: new Date() })).toEqual({
      'audit entries': 1200,
      mails: 1,
      'chat messages': 1,
      chats: 1,
      'assistant messages': 1,
      'predicted arrivals': 1,
      'share links': 1,
      events: 1,
      'rejected registrations': 1,
      'payment attempts': 1,
      'tries to save a method': 1,
    });
    // What still waits to be sent, answered or placed in the feed stays, and so do the books.
    expect(await Promise.all(tables.map((table) => count(table)))).toEqual(
      before.map((number, index) => (['chat_messages', 'events', 'outgoing_mails'].includes(tables[index] ?? '') ? number - 1 : number)),
    );
    expect(await enforceRetention(test.database, days, { now: new Date() })).toEqual({});
  });

  it('RUN-06 deletes all old chats in one run', async () => {
    const old = "now() - interval '20 years'";
    await write(`insert into chat_sessions (id, customer_id, user_id, category, status_id, started_at, modified_at)
      select gen_random_uuid(), m.customer_id, m.user_id, 1, 3, ${old}, ${old} + n * interval '1 minute' from members m, generate_series(1, 201) n
      where m.id = (select min(id) from members where user_id is not null and customer_id is not null)`);
    await write(`insert into chat_messages (customer_id, session_id, sequence, type_id, sender_type, sender_name, message, sent_at)
      select customer_id, id, n, 1, 0, 'old', 'old', ${old} from chat_sessions, generate_series(1, 2) n
      where status_id = 3 and started_at < ${old} + interval '1 day'`);
    expect(await enforceRetention(test.database, { ...NONE, chats: 365 }, { now: new Date() })).toEqual({
      'chat messages': 402,
      chats: 201,
    });
  });

  it('RUN-06 ALR-02 keeps the alerts of inboxes for as long as their own setting says', async () => {
    const old = "now() - interval '20 years'";
    await write(`insert into alert_events (customer_id, key, type, facts, created_at, spread_at)
      select min(id), 'old', 'invoice-due', '{}', ${old}, ${old} from customers`);
    await write(`insert into alerts (customer_id, user_id, event_id, created_at)
      select e.customer_id, (select min(id) from users), e.id, ${old} from alert_events e where e.key = 'old'`);
    await enforceRetention(test.database, { ...NONE, events: 7 }, { now: new Date() });
    expect(await count('alerts', `created_at < ${old} + interval '1 day'`)).toBe(1);
    const deleted = await enforceRetention(test.database, { ...NONE, alerts: 7 }, { now: new Date() });
    expect(deleted).toMatchObject({ alerts: 1, 'alert events': 1 });
  });

  it('RUN-06 deletes what waits for a webhook that was deleted, and keeps what waits for others', async () => {
    const old = "now() - interval '20 years'";
    await write(
      `insert into events (type, data, position, created_at) select 'waits', '{}', -100 - n, ${old} from generate_series(1, 3) n`,
    );
    await write(`insert into webhook_endpoints (name, url, types, state, public_id) values ('gone', 'https://a.example', '{}', 'deleted', gen_random_uuid()),
      ('here', 'https://b.example', '{}', 'active', gen_random_uuid())`);
    await write(`insert into webhook_deliveries (endpoint_id, event_sequence, state, created_at)
      select w.id, e.sequence, 'waiting', ${old} from webhook_endpoints w, events e where e.type = 'waits' and (w.name = 'gone' or e.position = -101)`);
    await enforceRetention(test.database, days, { now: new Date() });
    expect([await count('webhook_deliveries'), await count('events', "type = 'waits'")]).toEqual([1, 1]);
  });

  it('RUN-06 EVT-03 keeps the events that a paused webhook has not got yet, and notes up to where others were deleted', async () => {
    const old = "now() - interval '20 years'";
    await write(
      `insert into events (type, data, position, created_at) select case n when 1 then 'wanted' else 'unwanted' end, '{}', 9000 + n, ${old} from generate_series(1, 3) n`,
    );
    await write(`insert into webhook_endpoints (name, url, types, state, public_id, last_position)
      values ('paused', 'https://a.example', '{wanted}', 'paused', gen_random_uuid(), 9000)`);
    await enforceRetention(test.database, days, { now: new Date() });
    expect([await count('events', "type = 'wanted'"), await count('events', "type = 'unwanted'")]).toEqual([1, 0]);
    expect((await write('select deleted_position::int as position from event_feed')).rows).toEqual([{ position: 9003 }]);
  });

  it('RUN-06 keeps a month of the audit log and of chats, whatever is configured', async () => {
    const at = (days: number) => `now() - interval '${days} days'`;
    await write(`insert into audit_log (at, action, subject, detail, request_id)
      values (${at(29)}, 'recent', 'x', '{}', 'x'), (${at(31)}, 'older', 'x', '{}', 'x')`);
    await write(`insert into chat_sessions (id, customer_id, user_id, category, status_id, job_requirement, started_at, modified_at)
      select gen_random_uuid(), m.customer_id, m.user_id, 1, 3, chat.name, chat.at, chat.at
      from members m, (values ('recent', ${at(29)}), ('older', ${at(31)})) as chat (name, at)
      where m.id = (select min(id) from members where user_id is not null and customer_id is not null)`);
    await write(`insert into chat_messages (customer_id, session_id, sequence, type_id, sender_type, sender_name, message, sent_at)
      select customer_id, id, 1, 1, 0, 'x', job_requirement, modified_at from chat_sessions where job_requirement in ('recent', 'older')`);
    await enforceRetention(test.database, { ...NONE, audit: 1, chats: 1 }, { now: new Date() });
    const kept = async (table: string, column: string) => [
      await count(table, `${column} = 'recent'`),
      await count(table, `${column} = 'older'`),
    ];
    expect(await kept('audit_log', 'action')).toEqual([1, 0]);
    expect(await kept('chat_messages', 'message')).toEqual([1, 0]);
    expect(await kept('chat_sessions', 'job_requirement')).toEqual([1, 0]);
  });

  it('RUN-06 forgets a street when no order and no plant has it any more', async () => {
    const move = (address: string) =>
      write(`update orders set job_address1 = '${address}', job_address2 = 'Hixson, TN 37343' where id = (select min(id) from orders)`);
    const streets = () => count('known_streets', "address in ('Quillback Ln', 'Sorrel Ct') and city = 'Hixson'");
    await move('12 Quillback Ln');
    await write("update plants set address_line1 = '4 Sorrel Ct', city = 'Hixson', zip = '37343' where id = (select min(id) from plants)");
    await move('7 Sorrel Ct');
    await move('9 Quillback Ln');
    await enforceRetention(test.database, NONE, { now: new Date() });
    expect(await streets()).toBe(2);
    // The plant keeps its street; the order's last street goes.
    await move('7 Sorrel Ct');
    expect(await enforceRetention(test.database, NONE, { now: new Date() })).toEqual({ 'known streets': 1 });
    expect(await count('known_streets', "address = 'Quillback Ln'")).toBe(0);
    expect(await streets()).toBe(1);
    await move('9 Quillback Ln');
    expect(await enforceRetention(test.database, NONE, { now: new Date() })).toEqual({});
    expect(await streets()).toBe(2);
  });
});
