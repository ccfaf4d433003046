import { setTimeout as pause } from 'node:timers/promises';
import { type ChatMessage, type ChatSession, sendChatMessage, startChat } from '@yardage/contract/chat';
import { getDeskChat } from '@yardage/contract/desk-chats';
import { HEADERS } from '@yardage/contract/headers';
import {
  addMember,
  decideMembershipRequest,
  deleteMember,
  getMember,
  listMembers,
  listRoles,
  type MemberRow,
  updateMember,
} from '@yardage/contract/members';
import { listOrders } from '@yardage/contract/orders';
import { getProfile } from '@yardage/contract/users';
import { formatPhone } from '@yardage/domain/phones';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { holdRows } from '#server/testing/held-rows';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const ADMINISTRATOR = 'administrator@example.com';
let app: TestApp;
let own: TestCustomer;
let foreign: TestCustomer;
let query: Record<string, string | number>;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, ADMINISTRATOR)) as [TestCustomer];
  [foreign] = (await customersOf(app.database, 'other@example.com')) as [TestCustomer];
  query = { customerNumber: own.customerNumber, datasourceId: own.datasourceId, globalCustomerNumber: own.globalCustomerNumber };
});
afterAll(() => app?.close());

const list = async (more: Record<string, string> = {}) =>
  (await app.call(listMembers, { as: OWNER, query: { ...query, ...more } })).body as { items: MemberRow[]; totalCount: number };
const find = async (email: string) => (await list({ search: email })).items.find((member) => member.email === email) as MemberRow;
const bodyOf = ({ firstName, lastName, phone, address, city, stateId, zip, roleId, isEnabled }: MemberRow) => {
  return { firstName, lastName, phone, address, city, stateId, zip, roleId, isEnabled };
};
const update = (as: string, member: MemberRow, changes: object = {}) =>
  app.call(updateMember, { as, params: { id: member.id }, query, body: { ...bodyOf(member), ...changes } });
const newMember = (email: string, roleId: number) => {
  const person = {
    firstName: 'Rae',
    lastName: 'Novak',
    phone: '423-555-0133',
    address: '1 Main St',
    city: 'Hixson',
    stateId: 43,
    zip: '37343',
  };
  return { ...person, email, roleId };
};
const add = (as: string, email: string, roleId = 6) => app.call(addMember, { as, query, body: newMember(email, roleId) });
/** Returns the name at which a person's chat message arrives at a customer, and the one that the desk shows with the chat. */
const namesInChat = async (email: string, { globalCustomerNumber }: TestCustomer): Promise<string[]> => {
  const chatAs = { as: email, headers: { [HEADERS.globalCustomerNumber]: globalCustomerNumber } };
  const jobAddress = { street: '12 Dayton Pike', city: 'Hixson', state: 'TN', zip: '37343', latitude: null, longitude: null };
  const started = await app.call(startChat, { ...chatAs, body: { category: 1, context: { jobAddress } } });
  const params = { sessionId: (started.body.session as ChatSession).sessionId };
  const { senderName } = (await app.call(sendChatMessage, { ...chatAs, params, body: { message: 'Is the truck coming?' } }))
    .body as ChatMessage;
  return [senderName, (await app.call(getDeskChat, { as: 'dispatcher@example.com', params })).body.customerUserName];
};
const profileOf = async (email: string) => (await app.call(getProfile, { as: email })).body;
const write = (text: string, values: unknown[]) => app.database.transaction('system', ({ client }) => client.query(text, values));
const mailTo = (email: string) =>
  app.database.read<{ body: string }[]>(
    'system',
    sql`select coalesce(json_agg(m order by id), '[]') as answer from demo_mailbox m where ${email} = any(recipients)`,
  );

describe('the list of members', () => {
  it('USR-02 USR-09 API-55 contains all members or those of one status, with every field', async () => {
    const counts = await Promise.all(['', '1', '2', '3'].map(async (StatusId) => (await list({ StatusId })).totalCount));
    expect(counts[0]).toBe((counts[1] ?? 0) + (counts[2] ?? 0) + (counts[3] ?? 0));
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(await find(OWNER)).toMatchObject({
      roleName: 'Owner',
      roleId: 1,
      statusId: 2,
      statusName: 'Approved',
      state: 'TN',
      isEnabled: true,
    });
    // Searches by role and by state, words that occur in no other field of these members.
    expect((await list({ search: 'caldwell viewer' })).items).toMatchObject([{ lastName: 'Caldwell', roleName: 'Viewer' }]);
    expect((await list({ search: `${OWNER} tn` })).items).toMatchObject([{ email: OWNER }]);
    // A phone number as the list shows it, and as it is stored (USR-01).
    const { phone } = await find(OWNER);
    for (const search of [formatPhone(phone), phone]) expect((await list({ search })).items.map(({ email }) => email)).toContain(OWNER);
    expect(formatPhone(phone)).not.toBe(phone);
    const { items } = await list({ sortBy: 'lastName', sortDesc: 'false' });
    const names = items.map(({ lastName }) => lastName.toLowerCase());
    expect(names).toEqual(names.toSorted());
    expect((await app.call(getMember, { as: OWNER, params: { id: items[0]?.id ?? 0 }, query })).body).toEqual(items[0]);
  });

  it('USR-09 API-58 API-59 takes a member as it was read, and refuses what cannot be changed', async () => {
    const email = 'whole@example.com';
    const sent = { state: 'TN', country: 'USA', roleName: 'Viewer', statusId: 2, statusName: 'Approved', requestTypeName: 'Invitation' };
    const body = { ...newMember(email, 6), ...sent, id: 0, isEnabled: true };
    expect((await app.call(addMember, { as: OWNER, query, body: { ...body, country: 'CAN' } })).body.errors).toHaveProperty('country');
    expect((await app.call(addMember, { as: OWNER, query, body: { ...body, isEnabled: false } })).body.errors).toHaveProperty('isEnabled');
    expect((await app.call(addMember, { as: OWNER, query, body: { ...body, password: 'x' } })).status).toBe(400);
    expect((await app.call(addMember, { as: OWNER, query, body })).status).toBe(200);
    const member = await find(email);
    expect(member).toMatchObject({ ...sent, isEnabled: true });
    const put = (changes: object) =>
      app.call(updateMember, { as: OWNER, params: { id: member.id }, query, body: { ...member, ...changes } });
    expect((await put({ city: 'Dalton', email: 'Whole@Example.com' })).status).toBe(200);
    expect(await find(email)).toEqual({ ...member, city: 'Dalton' });
    const others = { id: member.id + 1, email: 'other-name@example.com', country: 'CAN', statusId: 3, requestTypeName: 'Registration' };
    for (const [field, value] of Object.entries(others)) {
      const { status, body: refused } = await put({ [field]: value });
      expect([status, refused.errors]).toEqual([400, { [field]: ['This cannot be changed here.'] }]);
    }
    expect((await put({ password: 'x' })).status).toBe(400);
    expect(await find(email)).toEqual({ ...member, city: 'Dalton' });
  });

  it('USR-12 API-59 leaves a supplied phone of more than ten digits as it is while something else changes', async () => {
    const email = 'abroad@example.com';
    expect((await app.call(addMember, { as: OWNER, query, body: newMember(email, 6) })).status).toBe(200);
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`update members set phone = '528112345678' where email = ${email}`),
    );
    const member = await find(email);
    const put = (changes: object) =>
      app.call(updateMember, { as: OWNER, params: { id: member.id }, query, body: { ...member, ...changes } });
    expect((await put({ city: 'Dalton' })).status).toBe(200);
    expect(await find(email)).toEqual({ ...member, city: 'Dalton' });
    const { status, body } = await put({ phone: '528112345679' });
    expect([status, body.errors]).toEqual([400, { phone: ['Invalid phone number'] }]);
    expect((await put({ phone: '(423) 555-0142' })).status).toBe(200);
  });

  it('USR-10 API-57 offers the roles that the caller may assign', async () => {
    const roles = async (as: string) => ((await app.call(listRoles, { as, query })).body as { name: string }[]).map(({ name }) => name);
    expect(await roles(OWNER)).toEqual(['Owner', 'Administrator', 'Accounts Payable', 'Project Manager', 'Field', 'Viewer']);
    expect(await roles(ADMINISTRATOR)).not.toContain('Owner');
    expect(await roles('viewer@example.com')).toEqual(['Viewer']);
  });
});

describe('deciding a request', () => {
  const decide = (as: string, id: number, body: object) => app.call(decideMembershipRequest, { as, params: { id }, query, body });

  it('USR-05 USR-06 API-56 approves once with a role, and grants access; the applicant gets a mail', async () => {
    const [request] = (await list({ StatusId: '1' })).items as [MemberRow];
    expect((await decide('viewer@example.com', request.id, { status: 2 })).status).toBe(403);
    expect((await decide(ADMINISTRATOR, request.id, { status: 2, roleId: 1 })).status).toBe(403);
    const both = await Promise.all([decide(OWNER, request.id, { status: 2, roleId: 5 }), decide(ADMINISTRATOR, request.id, { status: 3 })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const after = await find(request.email);
    expect([2, 3]).toContain(after.statusId);
    expect((await decide(OWNER, request.id, { status: 2 })).body.detail).toBe('This request has been decided already.');
    await app.eventually('mails', async () => expect(await mailTo(request.email)).toHaveLength(1));
  });

  it('rejects, and assigns the lowest role if none is named', async () => {
    const [first, second] = (await list({ StatusId: '1' })).items as [MemberRow, MemberRow];
    expect((await decide(OWNER, first.id, { status: 3 })).status).toBe(200);
    expect(await find(first.email)).toMatchObject({ statusName: 'Rejected', roleId: null });
    expect((await decide(OWNER, second.id, { status: 2 })).status).toBe(200);
    expect(await find(second.email)).toMatchObject({ statusName: 'Approved', roleName: 'Viewer' });
    expect((await decide(OWNER, second.id, { status: 1 })).status).toBe(400);
  });
});

it('USR-06 USR-16 STF-02 nobody is approved or added whom the supplier has disabled: they could not sign in', async () => {
  const [request] = (await list({ StatusId: '3' })).items as [MemberRow];
  await write('update members set status_id = 1, decided_at = null, decided_by = null where id = $1', [request.id]);
  const email = 'kept.out@example.com';
  for (const address of [request.email, email]) {
    await write("insert into users (email, first_name, last_name) values ($1, 'Ken', 'Orr') on conflict (email) do nothing", [address]);
    await write('update users set is_enabled = false where email = $1', [address]);
  }
  const decided = await app.call(decideMembershipRequest, { as: OWNER, params: { id: request.id }, query, body: { status: 2 } });
  const added = await add(OWNER, email);
  for (const { status, body } of [decided, added]) {
    expect([status, body.detail]).toEqual([409, expect.stringContaining('The sign-in of this person was disabled by us.')]);
  }
  expect(await find(request.email)).toMatchObject({ statusName: 'Requested' });
  expect(await find(email)).toBeUndefined();
  const rejected = await app.call(decideMembershipRequest, { as: OWNER, params: { id: request.id }, query, body: { status: 3 } });
  expect(rejected.status).toBe(200);
});

describe('adding, changing and deleting members', () => {
  it('USR-16 API-58 adds a member, who gets an invitation and access; a second time is a conflict', async () => {
    const email = 'rae.novak@example.com';
    const answers = await Promise.all([add(ADMINISTRATOR, email), add(OWNER, 'Rae.Novak@example.com')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ message: 'Member updated successfully' });
    expect(await find(email)).toMatchObject({ statusName: 'Approved', phone: '4235550133', requestTypeName: 'Invitation' });
    const orders = { params: { globalCustomerNumber: own.globalCustomerNumber } };
    expect((await app.call(listOrders, { as: email, ...orders })).status).toBe(200);
    await app.eventually('mails', async () => expect((await mailTo(email))?.[0]?.body).toContain('Temporary password'));
  });

  it('USR-11 API-58 API-59 refuses names with links, line breaks or control characters', async () => {
    const body = newMember('linked@example.com', 6);
    const member = await find('viewer@example.com');
    for (const firstName of ['evil.example', 'https://evil', 'Rae\nBcc: x@y.zz']) {
      const added = await app.call(addMember, { as: OWNER, query, body: { ...body, firstName } });
      expect([added.status, Object.keys(added.body.errors)], firstName).toEqual([400, ['firstName']]);
      expect((await update(OWNER, member, { firstName })).status, firstName).toBe(400);
    }
  });

  it('USR-09 API-59 CHT-10 a corrected name is the one that a member writes under, signs in with and has at the desk', async () => {
    const email = 'jhon.smth@example.com';
    await add(OWNER, email, 4);
    expect(await namesInChat(email, own)).toEqual(['Rae Novak', 'Rae Novak']);
    expect((await update(OWNER, await find(email), { firstName: 'John', lastName: 'Smith' })).status).toBe(200);
    expect(await namesInChat(email, own)).toEqual(['John Smith', 'John Smith']);
    expect(await profileOf(email)).toMatchObject({ firstName: 'John', lastName: 'Smith' });
    // The same after a removal.
    await app.call(deleteMember, { as: OWNER, query: { ...query, email } });
    expect((await add(OWNER, email, 4)).status).toBe(200);
    expect(await profileOf(email)).toMatchObject({ firstName: 'Rae', lastName: 'Novak' });
  });

  it('USR-09 CHT-10 each customer names its own members, and neither those of another customer nor staff', async () => {
    const email = 'bob@example.com';
    await add(OWNER, email, 4);
    const theirQuery = { customerNumber: foreign.customerNumber, datasourceId: foreign.datasourceId };
    const theirs = { ...newMember(email, 4), firstName: 'Robert', lastName: 'Oakes' };
    expect((await app.call(addMember, { as: 'other@example.com', query: theirQuery, body: theirs })).status).toBe(200);
    expect(await namesInChat(email, foreign)).toEqual(['Robert Oakes', 'Robert Oakes']);
    expect(await namesInChat(email, own)).toEqual(['Rae Novak', 'Rae Novak']);
    expect((await update(OWNER, await find(email), { firstName: 'Bobby' })).status).toBe(200);
    expect(await namesInChat(email, foreign)).toEqual(['Robert Oakes', 'Robert Oakes']);
    expect(await namesInChat(email, own)).toEqual(['Bobby Novak', 'Bobby Novak']);
    expect(await profileOf(email)).toMatchObject({ firstName: 'Rae', lastName: 'Novak' });

    const staff = 'dispatcher@example.com';
    await add(OWNER, staff, 4);
    expect((await update(OWNER, await find(staff), { firstName: 'Fake' })).status).toBe(200);
    expect(await profileOf(staff)).toMatchObject({ firstName: 'Renee', lastName: 'Castleberry' });
    await app.call(deleteMember, { as: OWNER, query: { ...query, email: staff } });
  });

  it('USR-14 API-59 API-60 a disabled or deleted member loses access at the next call', async () => {
    const email = 'short.stay@example.com';
    await add(OWNER, email, 4);
    const orders = () => app.call(listOrders, { as: email, params: { globalCustomerNumber: own.globalCustomerNumber } });
    const member = await find(email);
    expect((await orders()).status).toBe(200);
    expect((await update(OWNER, member, { isEnabled: false })).body).toEqual({ message: 'Member updated successfully' });
    expect((await orders()).status).toBe(403);
    expect((await update(OWNER, member, { isEnabled: true })).status).toBe(200);
    expect((await orders()).status).toBe(200);
    const gone = await app.call(deleteMember, { as: OWNER, query: { ...query, email } });
    expect(gone.body).toEqual({ message: 'Member deleted successfully' });
    expect((await orders()).status).toBe(403);
    expect((await app.call(deleteMember, { as: OWNER, query: { ...query, email } })).status).toBe(404);
    const actions = await app.database.read<string[]>(
      'system',
      sql`select json_agg(action order by id) as answer from audit_log where subject = ${email}`,
    );
    expect(actions).toEqual(['members.add', 'sign-in.link', 'members.update', 'members.update', 'members.delete']);
  });

  it('USR-14 USR-16 API-59 a form that was opened earlier does not give access back, and the audit log says what changed', async () => {
    const email = 'two.forms@example.com';
    await add(OWNER, email, 4);
    const opened = await find(email);
    await update(ADMINISTRATOR, opened, { isEnabled: false, roleId: 6 });
    const { roleId: _, isEnabled: __, ...body } = bodyOf({ ...opened, phone: '4235550177' });
    expect((await app.call(updateMember, { as: OWNER, params: { id: opened.id }, query, body })).status).toBe(200);
    expect(await find(email)).toMatchObject({ phone: '4235550177', isEnabled: false, roleName: 'Viewer' });
    const details = sql`select json_agg(detail order by id) as answer from audit_log where subject = ${email} and action = 'members.update'`;
    expect(await app.database.read('system', details)).toEqual([
      { changed: ['roleId', 'isEnabled'], role: { from: 'Project Manager', to: 'Viewer' }, isEnabled: false },
      { changed: ['phone'] },
    ]);
    const events = sql`select json_agg(data->'isEnabled' order by sequence) as answer from events
      where type = 'member.changed' and data->>'email' = ${email}`;
    expect(await app.database.read('system', events)).toEqual([false, false]);
  });

  it('USR-16 sends one mailbox ten invitations a day at most, those of other customers included', async () => {
    const email = 'invited.often@example.com';
    await app.database.transaction('system', ({ client }) =>
      client.query(
        `insert into outgoing_mails (customer_id, document_kind, document_reference, to_addresses, cc_addresses, bcc_addresses, subject, message, state)
         select $1, 'member-approved', '{}', array[$2], '{}', '{}', '', '', 'sent' from generate_series(1, 10)`,
        [foreign.customerId, 'Invited.Often+more@example.com'],
      ),
    );
    expect((await add(OWNER, email)).status).toBe(200);
    const queued = sql`select count(*)::int as answer from outgoing_mails where to_addresses[1] = ${email}`;
    expect(await app.database.read('system', queued)).toBe(0);
  });

  it('USR-08 nobody can change an Owner, so the last one stays', async () => {
    const owner = await find(OWNER);
    for (const as of [OWNER, ADMINISTRATOR]) {
      expect((await update(as, owner, { roleId: 6 })).body.detail).toBe('An Owner cannot be changed or deleted.');
      expect((await update(as, owner, { isEnabled: false })).status).toBe(403);
      expect((await app.call(deleteMember, { as, query: { ...query, email: OWNER } })).status).toBe(403);
    }
    expect(await find(OWNER)).toEqual(owner);
  });

  it('USR-17 of two administrators who delete each other at the same moment, one stays', async () => {
    const pair = ['first.pair@example.com', 'second.pair@example.com'] as const;
    for (const email of pair) {
      await add(OWNER, email, 2);
      await app.call(listMembers, { as: email, query });
    }
    const [first, second] = pair;
    const held = await holdRows(app.database, 'select from members where email = any($1) for update', [[...pair]]);
    const remove = (as: string, email: string) => app.call(deleteMember, { as, query: { ...query, email } });
    const both = Promise.all([remove(first, second), remove(second, first)]);
    await held.untilWaitedFor();
    // The second call may wait for the first instead of these rows, so give it time to start.
    await pause(300);
    await held.commit();
    expect((await both).map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect([await find(first), await find(second)].filter(Boolean)).toHaveLength(1);
  });

  it('USR-03 nobody can raise their own rights, grant codes that they do not hold or delete themselves', async () => {
    const administrator = await find(ADMINISTRATOR);
    expect((await update(ADMINISTRATOR, administrator, { roleId: 1 })).status).toBe(403);
    expect((await update(ADMINISTRATOR, administrator, { roleId: 3 })).body.detail).toMatch(/^Nobody can change their own role/);
    expect((await update(ADMINISTRATOR, administrator, { city: 'Dalton' })).status).toBe(200);
    expect((await update(ADMINISTRATOR, await find('field@example.com'), { roleId: 1 })).status).toBe(403);
    expect((await add(ADMINISTRATOR, 'new.owner@example.com', 1)).status).toBe(403);
    expect((await add(OWNER, 'odd.role@example.com', 77)).status).toBe(400);
    expect((await app.call(deleteMember, { as: ADMINISTRATOR, query: { ...query, email: ADMINISTRATOR } })).status).toBe(403);
    for (const as of ['payables@example.com', 'manager@example.com', 'field@example.com', 'viewer@example.com']) {
      expect((await add(as, 'nobody.new@example.com')).status).toBe(403);
    }
    // A role that may add members but has few other permissions cannot grant or change a role with more.
    await app.database.transaction('system', async ({ client }) => {
      await client.query("insert into roles (id, name, description) values (50, 'Clerk', 'Adds people')");
      await client.query(
        "insert into role_permissions (role_id, code) select 50, unnest(array['user-accounts.view', 'user-accounts.add-account', 'orders.view'])",
      );
    });
    await add(OWNER, 'clerk@example.com', 50);
    expect((await add('clerk@example.com', 'mighty@example.com', 2)).body.detail).toMatch(/more rights than your own/);
    expect((await update('clerk@example.com', await find('manager@example.com'), { roleId: 50 })).status).toBe(403);
    expect((await add('clerk@example.com', 'second.clerk@example.com', 50)).status).toBe(200);
  });

  it('reaches nobody of another company, through any call', async () => {
    const theirs = (await app.database.read<{ id: number; email: string }>(
      'system',
      sql`select json_build_object('id', id, 'email', email) as answer from members where customer_id = ${foreign.customerId} limit 1`,
    )) ?? { id: 0, email: '' };
    const member = { ...(await find('viewer@example.com')), id: theirs.id };
    expect((await update(OWNER, member)).status).toBe(404);
    expect((await app.call(getMember, { as: OWNER, params: { id: theirs.id }, query })).status).toBe(404);
    expect((await app.call(decideMembershipRequest, { as: OWNER, params: { id: theirs.id }, query, body: { status: 2 } })).status).toBe(
      404,
    );
    const theirQuery = { customerNumber: foreign.customerNumber, datasourceId: foreign.datasourceId };
    expect((await app.call(deleteMember, { as: OWNER, query: { ...theirQuery, email: theirs.email } })).status).toBe(403);
    expect((await app.call(listMembers, { as: OWNER, query: theirQuery })).status).toBe(403);
  });
});
