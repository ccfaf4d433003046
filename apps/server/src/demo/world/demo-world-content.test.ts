import { ORDER_STATUS_NAMES, TICKET_STATUS_NAMES } from '@yardage/domain/names.messages';
import { tierOfSpend } from '@yardage/domain/rewards';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPassword } from '#server/adapters/identity/passwords';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { addDays, yearOf } from './calendar.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts';
import { demoWorldAnchor } from './fill-demo-world.ts';

let demo: TestDatabase;
let today: string;

beforeAll(async () => {
  demo = await openTestDatabase('demo');
  today = (await demoWorldAnchor(demo.database)) ?? '';
});
afterAll(() => demo?.close());

async function column(text: string, values: unknown[] = []): Promise<unknown[]> {
  const result = await demo.database.transaction('system', ({ client }) => client.query({ text, values, rowMode: 'array' }));
  return (result.rows as unknown as unknown[][]).map(([value]) => value);
}

test('ORD-07 ORD-08 TRK-07 all order types, order statuses and ticket statuses occur', async () => {
  expect(await column('select distinct order_type from orders order by 1')).toEqual([1, 2, 3]);
  expect(await column('select distinct status_id from orders order by 1')).toEqual(Object.keys(ORDER_STATUS_NAMES).map(Number));
  expect(await column('select distinct status_id from tickets order by 1')).toEqual(Object.keys(TICKET_STATUS_NAMES).map(Number));
});

test('DSH-08 all four tiers occur; the first customer number is Diamond by last year', async () => {
  const spend = (year: number) =>
    column(
      'select coalesce(sum(sales_cents), 0)::bigint from customers left join invoices on customer_id = customers.id and extract(year from document_date) = $1 group by customers.id order by customers.id',
      [year],
    );
  const lastYear = (await spend(yearOf(today) - 1)).map((cents) => tierOfSpend(Number(cents)).name);
  expect(new Set(lastYear)).toEqual(new Set(['Silver', 'Gold', 'Platinum', 'Diamond']));
  expect(lastYear[0]).toBe('Diamond');
  const fiftyWorkdaysAreOver = today.slice(5) > '04-01';
  if (fiftyWorkdaysAreOver) expect(tierOfSpend(Number((await spend(yearOf(today)))[0])).name).toBe('Diamond');
});

test('data sources lie in two time zones, companies are many, and history is long enough', async () => {
  expect((await column('select distinct time_zone from data_sources')).length).toBe(2);
  expect((await column('select distinct company_name from customers')).length).toBeGreaterThanOrEqual(6);
  const [first] = await column('select min(document_date)::text from invoices');
  expect(String(first) < `${yearOf(today) - 1}-01-08`).toBe(true);
});

test('DSH-04 unpaid invoices have valid and expired discounts', async () => {
  const [running, expired] = await column(
    `select count(*)::int from unnest(array[true, false]) as is_running left join invoices on paid_cents = 0 and (discount_expires_on >= $1) = is_running
     group by is_running order by is_running desc`,
    [today],
  );
  expect(running).toBeGreaterThan(5);
  expect(expired).toBeGreaterThan(5);
});

test("DSH-16 the first customer's open invoices are young, older and old", async () => {
  const ages = await column(
    'select distinct width_bucket($1::date - document_date, array[0, 31, 91]) from invoices where customer_id = 1 and paid_cents < total_cents order by 1',
    [today],
  );
  expect(ages).toEqual([1, 2, 3]);
});

test('QUO-04 quotes are active, inactive and pending, and some end soon', async () => {
  expect(await column("select distinct coalesce(is_active::text, 'pending') from quotes where customer_id = 1 order by 1")).toEqual([
    'false',
    'pending',
    'true',
  ]);
  expect(
    (await column('select id from quotes where is_active and termination_date between $1 and $2', [today, addDays(today, 14)])).length,
  ).toBeGreaterThan(1);
});

test('RES-02 HIS-03 payments came by card, e-check and lockbox, and are paid, pending and failed', async () => {
  expect(await column('select distinct method from payments order by 1')).toEqual(['ACH', 'Check', 'CreditCard', 'eCheck']);
  expect(await column("select distinct source_name from payments where method = 'Check'")).toEqual(['Lockbox']);
  expect(await column('select distinct payment_result from payments where customer_id = 1 order by 1')).toEqual([0, 1, 2]);
});

test('USR-02 members have been requested, approved and rejected; SUP-02 support tickets have every status', async () => {
  expect(await column('select distinct status_id from members where customer_id = 1 order by 1')).toEqual([1, 2, 3]);
  expect(await column('select distinct status_id from support_tickets where customer_id = 1 order by 1')).toEqual([1, 2, 3, 4]);
});

test('STF-09 the dispatchers of concrete have canned replies', async () => {
  expect(await column('select data_source_id from canned_replies group by 1 having count(*) > 2 order by 1')).toEqual([1, 2]);
});

test('DSH-03 DSH-06 there is the announcement of 12/02/2024, and a customer has all three contacts', async () => {
  expect((await column("select id from announcements where posted_on = '2024-12-02'")).length).toBe(1);
  expect(await column('select kind from customer_contacts where customer_id = 1 order by 1')).toEqual([
    'account-rep',
    'regional-manager',
    'sales-rep',
  ]);
});

test('there are long names, empty fields, and a customer number with nothing at all', async () => {
  expect((await column('select id from orders where length(job) > 60 and customer_id = 1')).length).toBeGreaterThan(0);
  expect((await column('select id from customers where length(company_name) > 100')).length).toBeGreaterThan(0);
  for (const empty of ['po_number', 'ordered_by', 'job_address2', 'job_latitude', 'directions', 'quote_id', 'on_job_at']) {
    expect((await column(`select id from orders where ${empty} is null limit 1`)).length, empty).toBe(1);
  }
  const bare = await column(`select customers.id from customers where not exists (select from orders where customer_id = customers.id)
    and not exists (select from quotes where customer_id = customers.id) and not exists (select from statements where customer_id = customers.id)
    and not exists (select from customer_contacts where customer_id = customers.id)`);
  expect(bare.length).toBe(1);
});

test('SHL-01 every demo account signs in with the demo password', async () => {
  for (const { email } of DEMO_ACCOUNTS) {
    const [hash] = await column('select password_hash from sign_in_accounts join users using (email) where email = $1', [email]);
    expect(await isPassword(DEMO_PASSWORD, String(hash)), email).toBe(true);
  }
});

test('PER-02 PER-13 each account has its role at its customer numbers', async () => {
  const places = (email: string) =>
    column(
      `select roles.name || ' ' || data_source_id from members join customers on customers.id = customer_id join roles on roles.id = role_id
       join users on users.id = user_id where users.email = $1 and members.status_id = 2 and members.is_enabled order by position`,
      [email],
    );
  expect(await places('owner@example.com')).toEqual(['Owner 1', 'Owner 2', 'Owner 3', 'Owner 4', 'Owner 1']);
  for (const { email, roleName } of DEMO_ACCOUNTS.slice(1, 6))
    expect(await places(email)).toEqual([1, 2, 3].map((source) => `${roleName} ${source}`));
  expect(await places('other@example.com')).toEqual(['Owner 2', 'Owner 1']);
  expect(await places('nobody@example.com')).toEqual([]);
  expect(await column("select email || ' ' || staff_role from users where is_staff order by id")).toEqual([
    'dispatcher@example.com Dispatcher',
    'credit@example.com Credit',
    'desk@example.com Administrator',
  ]);
});
