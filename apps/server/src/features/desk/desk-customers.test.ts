import { getCustomerSummary } from '@yardage/contract/dashboard';
import {
  allowSignIn,
  type DeskAccount,
  type DeskUser,
  detachSignIn,
  enableDeskUser,
  type FoundDeskUser,
  findDeskUser,
  getDeskAccount,
  inviteDeskOwner,
} from '@yardage/contract/desk-account';
import { listDeskAccounts } from '@yardage/contract/desk-customers';
import { listOrders } from '@yardage/contract/orders';
import { getProfile, listCustomerNumbers } from '@yardage/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { toStatement } from '#server/database/statement';
import { prepareSample } from '#server/testing/prepare-sample';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { listAccounts } from './desk-customers.queries.ts';

const ADMINISTRATOR = 'desk@example.com';
const CREDIT = 'credit@example.com';
let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, 'owner@example.com')) as [TestCustomer];
});
afterAll(() => app?.close());

const accountOf = async (globalCustomerNumber: string): Promise<DeskAccount> =>
  (await app.call(getDeskAccount, { as: CREDIT, params: { globalCustomerNumber } })).body;
const auditOf = (email: string) =>
  app.database.read<[string, string | null][]>(
    'system',
    sql`select coalesce(json_agg(json_build_array(action, (select email from users where id = user_id)) order by id), '[]') as answer
        from audit_log where subject = ${email} and action not like 'members.%'`,
  );

describe('customer accounts at the desk', () => {
  const found = async (search: string) =>
    (await app.call(listDeskAccounts, { as: CREDIT, query: { search } })).body.items.map(
      (row: { globalCustomerNumber: string }) => row.globalCustomerNumber,
    );

  it('STF-02 are found by words of the name, by number and by data source, in any order', async () => {
    const [word = ''] = own.companyName.split(' ');
    expect(await found(word.slice(0, 4).toUpperCase())).toContain(own.globalCustomerNumber);
    expect(await found(own.customerNumber)).toContain(own.globalCustomerNumber);
    expect(await found(`${own.dataset} ${word}`)).toContain(own.globalCustomerNumber);
    expect(await found(`${word} nothing-like-this`)).toEqual([]);
    expect(await found("o'; drop table & | ! :* ( \\")).toEqual([]);
  });

  it('STF-02 are searched by an index', async () => {
    const statements: string[] = [];
    const recording = {
      read: async (_actor: unknown, expression: Parameters<typeof toStatement>[0]) => statements.push(plain(expression)),
    };
    const plain = (expression: Parameters<typeof toStatement>[0]) => {
      const { text, values } = toStatement(expression);
      return text.replace(/\$(\d+)/g, (_, place) => `'${String(values[Number(place) - 1])}'`);
    };
    const request = { search: 'tarn', pageIndex: 1, pageSize: 10, sortBy: 'displayName', sortDesc: false };
    await listAccounts(recording as never, request, undefined);
    const plan = await app.database.transaction('system', async ({ client }) => {
      await client.query('set local enable_seqscan = off');
      return (await client.query(`explain ${statements[0]}`)).rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('customers_words_index');
  });

  it('STF-02 show balance and aging like the customer sees them, users, last orders and payments', async () => {
    const account = await accountOf(own.globalCustomerNumber);
    const params = { globalCustomerNumber: own.globalCustomerNumber };
    const summary = (await app.call(getCustomerSummary, { as: 'owner@example.com', params, query: { part: 'aging' } })).body;
    for (const field of ['balanceAmount', 'currentAmount', 'last30DaysAmount', 'last90DaysAmount', 'over90DaysAmount'] as const) {
      expect(account.summary[field]).toBe(summary[field]);
    }
    expect(account.balanceAmount).toBe(summary.balanceAmount);
    const query = { customerNumber: own.customerNumber, datasourceId: own.datasourceId };
    const orders = (await app.call(listOrders, { as: 'owner@example.com', params, query: { ...query, pageSize: 5 } })).body.items;
    expect(account.orders).toEqual(orders);
    expect(account.payments.length).toBeGreaterThan(0);
    expect(account.users.map(({ email }) => email)).toContain('owner@example.com');
    expect((await app.call(getDeskAccount, { as: CREDIT, params: { globalCustomerNumber: 'NONE' } })).status).toBe(404);
  });

  it('STF-02 DSH-05 have one balance in the list, on their sheet and on their dashboard, less what is on account', async () => {
    await app.database.transaction('system', ({ client }) =>
      client.query(
        `insert into credits (customer_id, document_number, document_date, reason, sales_cents, tax_cents, total_cents)
         values ($1, 'UNAPPLIED', current_date, 'Returned', 12345, 0, 12345)`,
        [own.customerId],
      ),
    );
    const params = { globalCustomerNumber: own.globalCustomerNumber };
    const summary = (await app.call(getCustomerSummary, { as: 'owner@example.com', params, query: { part: 'aging' } })).body;
    expect(summary.unappliedAmount).toBeGreaterThanOrEqual(123.45);
    const { items } = (await app.call(listDeskAccounts, { as: CREDIT, query: { search: own.globalCustomerNumber } })).body;
    const sheet = await accountOf(own.globalCustomerNumber);
    const balances = [items[0].balanceAmount, sheet.balanceAmount, sheet.summary.balanceAmount];
    expect(balances).toEqual(Array(3).fill(summary.balanceAmount));
  });

  it('STF-02 get their first Owner by invitation, once', async () => {
    const { params } = await prepareSample(app.database, 'desk.invite-owner', 0, ADMINISTRATOR);
    const body = { email: 'first.owner@example.com', firstName: 'Ola', lastName: 'Nord', phone: '4235550188' };
    const invite = (email: string) => app.call(inviteDeskOwner, { as: ADMINISTRATOR, params: params ?? {}, body: { ...body, email } });
    const answers = await Promise.all([invite(body.email), invite('second.owner@example.com')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const number = String(params?.globalCustomerNumber);
    const [owner] = (await accountOf(number)).users;
    expect(owner).toMatchObject({ roleName: 'Owner', isEnabled: true, lastSignInAt: null, hasSignIn: false });
    const numbers = await app.call(listCustomerNumbers, { as: owner?.email ?? '' });
    expect(numbers.body).toMatchObject([{ globalCustomerNumber: number }]);
    const mail = sql`select body as answer from demo_mailbox where ${owner?.email ?? ''} = any(recipients)`;
    await app.eventually('mails', async () => expect(await app.database.read<string>('system', mail)).toContain('Temporary password'));
  });
});

describe('an account without an Owner', () => {
  it('STF-02 gets one of its members as Owner', async () => {
    const { params } = await prepareSample(app.database, 'desk.invite-owner', 0, ADMINISTRATOR);
    const number = String(params?.globalCustomerNumber);
    const body = { email: 'only.viewer@example.com', firstName: 'Ola', lastName: 'Nord', phone: '4235550188' };
    const invite = () => app.call(inviteDeskOwner, { as: ADMINISTRATOR, params: params ?? {}, body });
    await invite();
    const run = (text: string) => app.database.transaction('system', ({ client }) => client.query(text, [body.email]));
    await run('update members set role_id = 6, is_enabled = false where email = $1');
    await run('update users set is_enabled = false where email = $1');
    expect((await invite()).body.detail).toBe('This user is disabled. Enable them first.');
    await run('update members set status_id = 3 where email = $1');
    // Without an account they are in no list of users, but are found by their address.
    expect((await accountOf(number)).users).toEqual([]);
    const find = async (as: string) => app.call(findDeskUser, { as, query: { email: body.email.toUpperCase() } });
    const [found] = (await find(ADMINISTRATOR)).body as [FoundDeskUser];
    expect(found).toMatchObject({ email: body.email, firstName: 'Ola', isEnabled: false, isStaff: false });
    expect((await find(CREDIT)).status).toBe(403);
    expect((await app.call(findDeskUser, { as: ADMINISTRATOR, query: { email: 'unknown.person@example.com' } })).body).toEqual([]);
    await app.call(enableDeskUser, { as: ADMINISTRATOR, params: { id: found.userId }, body: { isEnabled: true } });
    await run('update members set status_id = 2 where email = $1');
    expect((await invite()).status).toBe(200);
    expect((await accountOf(number)).users).toMatchObject([{ email: body.email, roleName: 'Owner', isMember: true }]);
    const entry = sql`select detail as answer from audit_log where subject = ${body.email} and action = 'members.update'`;
    expect(await app.database.read('system', entry)).toMatchObject({ role: { from: 'Viewer', to: 'Owner' }, isInvitedByStaff: true });
    expect((await invite()).status).toBe(409);
  });
});

describe('a user at the desk', () => {
  let user: DeskUser;
  const email = 'viewer@example.com';
  const profile = async (token?: string) => (await app.call(getProfile, token ? { token } : { as: email })).status;
  const find = async () => (await accountOf(own.globalCustomerNumber)).users.find((each) => each.email === email) as DeskUser;

  it('STF-02 EVT-02 shows when they last signed in, and is disabled and enabled', async () => {
    await profile();
    user = await find();
    expect(Date.parse(user.lastSignInAt ?? '')).toBeGreaterThan(Date.now() - 3_600_000);
    const params = { id: user.userId };
    await app.call(enableDeskUser, { as: ADMINISTRATOR, params, body: { isEnabled: false } });
    expect(await profile()).toBe(403);
    expect((await find()).isEnabled).toBe(false);
    await app.call(enableDeskUser, { as: ADMINISTRATOR, params, body: { isEnabled: true } });
    expect(await profile()).toBe(200);
    expect((await app.call(enableDeskUser, { as: CREDIT, params, body: { isEnabled: false } })).status).toBe(403);
    // EVT-02: every account of the user gets an event.
    const told = sql`select json_agg(json_build_array(e.customer_id, e.data->'isEnabled', e.data->'role') order by e.sequence) as answer
      from events e where e.type = 'member.changed' and e.data->>'email' = ${email}`;
    const accounts = await app.database.read<[number, string][]>(
      'system',
      sql`select json_agg(json_build_array(m.customer_id, r.name) order by m.customer_id) as answer
          from members m join roles r on r.id = m.role_id where m.email = ${email} and m.status_id = 2`,
    );
    const expected = [false, true].flatMap((isEnabled) => (accounts ?? []).map(([customerId, role]) => [customerId, isEnabled, role]));
    expect(expected.length).toBeGreaterThan(0);
    expect(await app.database.read('system', told)).toEqual(expected);
  });

  it('STF-02 loses a wrongly linked sign-in for good, until it is allowed again; the next sign-in is linked', async () => {
    const params = { id: user.userId };
    const wrong = await app.token(email);
    expect(await profile(wrong)).toBe(200);
    expect((await app.call(detachSignIn, { as: ADMINISTRATOR, params })).status).toBe(200);
    // The detached sign-in has the same verified address, and is still not linked again.
    expect(await profile(wrong)).toBe(403);
    expect((await find()).detached).toMatchObject({ by: ADMINISTRATOR });
    const right = await app.token(email, { sub: 'the-right-person' });
    expect(await profile(right)).toBe(200);
    expect(await profile(wrong)).toBe(403);
    expect(await auditOf(email)).toEqual([
      ['sign-in.link', email],
      ['users.disable', ADMINISTRATOR],
      ['users.enable', ADMINISTRATOR],
      ['sign-in.detach', ADMINISTRATOR],
      ['sign-in.link', email],
    ]);
    // Back to where the test began.
    await app.call(detachSignIn, { as: ADMINISTRATOR, params });
    await app.call(allowSignIn, { as: ADMINISTRATOR, params });
    expect((await app.call(allowSignIn, { as: ADMINISTRATOR, params })).status).toBe(409);
    expect(await profile(wrong)).toBe(200);
  });

  it('STF-02 who is staff is managed on the staff page, and nobody changes themselves', async () => {
    const id = await app.database.read<number>('system', sql`select id::int as answer from users where email = ${ADMINISTRATOR}`);
    const refused = await app.call(enableDeskUser, { as: ADMINISTRATOR, params: { id: id ?? 0 }, body: { isEnabled: false } });
    expect(refused.body.detail).toBe('You cannot change your own access.');
    const other = await app.database.read<number>(
      'system',
      sql`select id::int as answer from users where email = 'dispatcher@example.com'`,
    );
    expect((await app.call(detachSignIn, { as: ADMINISTRATOR, params: { id: other ?? 0 } })).status).toBe(409);
  });
});
