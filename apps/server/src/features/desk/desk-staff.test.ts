import { enableDeskUser, type FoundDeskUser, findDeskUser } from '@yardage/contract/desk-account';
import { endDeskChat, getDeskChat, joinDeskChat, listDeskChats, transferDeskChat } from '@yardage/contract/desk-chats';
import { addStaff, changeStaffRole, listStaff, removeStaff, type StaffRow } from '@yardage/contract/desk-staff';
import { type DeskWaiting, getDeskWaiting } from '@yardage/contract/desk-waiting';
import { getProfile } from '@yardage/contract/users';
import { PENDING_CHAT } from '@yardage/domain/chat';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { holdRows } from '#server/testing/held-rows';
import { addChat } from '#server/testing/prepare-chat';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const ADMINISTRATOR = 'desk@example.com';
let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
});
afterAll(() => app?.close());

const staffOf = async (search: string): Promise<StaffRow[]> =>
  (await app.call(listStaff, { as: ADMINISTRATOR, query: { search } })).body.items;
const add = (email: string, role: string) =>
  app.call(addStaff, { as: ADMINISTRATOR, body: { email, firstName: 'Vera', lastName: 'Mason', role } });

describe('the staff at the desk', () => {
  it('STF-01 are added with a role, which decides what they may open, changed and removed', async () => {
    const added = 'They can use the desk now and get an email that says how to sign in.';
    expect((await add('Vera@example.com', 'Credit')).body).toEqual({ message: added });
    const [vera] = await staffOf('vera');
    expect(vera).toMatchObject({ email: 'vera@example.com', role: 'Credit', isMe: false, isEnabled: true });
    const params = { id: vera?.id ?? 0 };
    const chats = async () => (await app.call(listDeskChats, { as: 'vera@example.com' })).status;
    expect(await chats()).toBe(403);
    expect((await app.call(changeStaffRole, { as: ADMINISTRATOR, params, body: { role: 'Dispatcher' } })).status).toBe(200);
    expect(await chats()).toBe(200);
    const renamed = { role: 'Dispatcher', firstName: 'Veronica', lastName: 'Mason' };
    for (let twice = 0; twice < 2; twice += 1) await app.call(changeStaffRole, { as: ADMINISTRATOR, params, body: renamed });
    expect((await app.call(getProfile, { as: 'vera@example.com' })).body).toMatchObject({ firstName: 'Veronica', lastName: 'Mason' });
    expect((await add('vera@example.com', 'Credit')).body.detail).toBe('This person is one of the staff already.');
    expect((await app.call(removeStaff, { as: ADMINISTRATOR, params })).status).toBe(200);
    expect(await chats()).toBe(403);
    expect((await app.call(getProfile, { as: 'vera@example.com' })).body).toMatchObject({ isStaff: false, staffRole: null });
    expect((await app.call(removeStaff, { as: ADMINISTRATOR, params })).status).toBe(404);
    const entries = await app.database.read(
      'system',
      sql`select json_agg(json_build_array(action, detail, (select email from users where id = user_id)) order by id) as answer
          from audit_log where subject = 'vera@example.com' and action like 'staff.%'`,
    );
    expect(entries).toEqual([
      ['staff.add', { role: 'Credit' }, ADMINISTRATOR],
      ['staff.change-role', { from: 'Credit', to: 'Dispatcher' }, ADMINISTRATOR],
      ['staff.rename', { firstName: 'Veronica', lastName: 'Mason' }, ADMINISTRATOR],
      ['staff.remove', {}, ADMINISTRATOR],
    ]);
  });

  it('STF-01 get the name that was typed when they are added again, and keep it otherwise', async () => {
    const email = 'jhon@example.com';
    const addAs = (firstName: string, lastName: string) =>
      app.call(addStaff, { as: ADMINISTRATOR, body: { email, firstName, lastName, role: 'Credit' } });
    await addAs('Jhon', 'Smth');
    expect((await addAs('John', 'Smith')).status).toBe(409);
    const [jhon] = await staffOf(email);
    expect(jhon).toMatchObject({ firstName: 'Jhon', lastName: 'Smth' });
    await app.call(removeStaff, { as: ADMINISTRATOR, params: { id: jhon?.id ?? 0 } });
    expect((await addAs('John', 'Smith')).status).toBe(200);
    expect(await staffOf(email)).toMatchObject([{ firstName: 'John', lastName: 'Smith', role: 'Credit' }]);
  });

  it.each([
    ['get another role', (id: number) => app.call(changeStaffRole, { as: ADMINISTRATOR, params: { id }, body: { role: 'Credit' } })],
    ['are removed', (id: number) => app.call(removeStaff, { as: ADMINISTRATOR, params: { id } })],
  ])('STF-09 hand back their chats when they %s, so that the customers do not write to nobody', async (how, withdraw) => {
    const email = `leaver-${how.length}@example.com`;
    await add(email, 'Dispatcher');
    const [leaver] = await staffOf(email);
    const [own] = (await customersOf(app.database, 'owner@example.com')) as [TestCustomer];
    const [chat, ended] = [
      await addChat(app.database, own.customerId, 'owner@example.com', { agent: email }),
      await addChat(app.database, own.customerId, 'owner@example.com', { agent: email }),
    ];
    await app.call(endDeskChat, { as: ADMINISTRATOR, params: { sessionId: ended } });
    const waiting = async () => ((await app.call(getDeskWaiting, { as: ADMINISTRATOR })).body as DeskWaiting).chats;
    expect((await waiting()).map(({ sessionId }) => sessionId)).not.toContain(chat);
    expect((await withdraw(leaver?.id ?? 0)).status).toBe(200);
    const found = (await waiting()).map(({ sessionId }) => sessionId);
    expect(found).toContain(chat);
    expect(found).not.toContain(ended);
    const { messages, status, agentName } = (await app.call(getDeskChat, { as: ADMINISTRATOR, params: { sessionId: chat } })).body;
    expect([status, agentName]).toEqual([PENDING_CHAT, null]);
    expect(messages.at(-1).message).toContain('left the chat. Another dispatcher will join you shortly.');
  });

  it('STF-09 get no chat while their role is withdrawn, neither by joining nor from a colleague', async () => {
    const email = 'going@example.com';
    await add(email, 'Dispatcher');
    await app.call(getProfile, { as: email });
    const [going] = await staffOf(email);
    const [own] = (await customersOf(app.database, 'owner@example.com')) as [TestCustomer];
    const params = { sessionId: await addChat(app.database, own.customerId, 'owner@example.com') };
    const withdraw = 'update users set is_staff = false, staff_role = null where id = $1';
    const held = await holdRows(app.database, withdraw, [going?.id]);
    const both = Promise.all([
      app.call(joinDeskChat, { as: email, params }),
      app.call(transferDeskChat, { as: ADMINISTRATOR, params, body: { userId: going?.id } }),
    ]);
    await held.untilWaitedFor();
    await held.commit();
    expect((await both).map(({ status }) => status)).toEqual([403, 409]);
    expect((await app.call(getDeskChat, { as: ADMINISTRATOR, params })).body).toMatchObject({ status: PENDING_CHAT, agentName: null });
  });

  it('STF-01 get a mail that says how to sign in', async () => {
    await add('mailed@example.com', 'Dispatcher');
    const text = () =>
      app.database.read<string>(
        'system',
        sql`select body as answer from demo_mailbox where 'mailed@example.com' = any(recipients) limit 1`,
      );
    await app.eventually('mails', async () => expect(await text()).toContain('access to the desk of'));
    expect(await text()).toMatch(/as Dispatcher\.[\s\S]*Temporary password: \S+/);
  });

  it('STF-01 STF-08 EVT-02 who was disabled is enabled with the role, which the audit log and the systems of their accounts learn', async () => {
    const email = 'field@example.com';
    const [person] = (await app.call(findDeskUser, { as: ADMINISTRATOR, query: { email } })).body as FoundDeskUser[];
    const params = { id: person?.userId ?? 0 };
    await app.call(enableDeskUser, { as: ADMINISTRATOR, params, body: { isEnabled: false } });
    expect((await add(email, 'Credit')).body.message).toMatch(/They also keep their access to .*customer account/);
    const actions = sql`select json_agg(action order by id) as answer from audit_log where subject = ${email} and action ~ '^(users|staff)'`;
    expect(await app.database.read('system', actions)).toEqual(['users.disable', 'users.enable', 'staff.add']);
    const told = sql`select json_agg(distinct told) as answer from (
      select string_agg(data->>'isEnabled', ' ' order by sequence) as told from events
      where type = 'member.changed' and data->>'email' = ${email} group by customer_id) as of_account`;
    expect(await app.database.read('system', told)).toEqual(['false true']);
    await app.call(removeStaff, { as: ADMINISTRATOR, params });
  });

  it('STF-01 are added also if somebody else adds a user with that address at the same moment', async () => {
    const email = 'added.twice@example.com';
    const text = "insert into users (email, first_name, last_name) values ($1, 'Vera', 'Mason')";
    const held = await holdRows(app.database, text, [email]);
    const added = add(email, 'Credit');
    await held.untilWaitedFor();
    await held.commit();
    expect((await added).status).toBe(200);
    expect(await staffOf(email)).toMatchObject([{ email, role: 'Credit' }]);
  });

  it('STF-01 nobody removes or changes themselves, and one Administrator stays', async () => {
    const [me] = await staffOf(ADMINISTRATOR);
    const params = { id: me?.id ?? 0 };
    expect((await app.call(removeStaff, { as: ADMINISTRATOR, params })).body.detail).toBe('You cannot remove yourself.');
    const demoted = await app.call(changeStaffRole, { as: ADMINISTRATOR, params, body: { role: 'Credit' } });
    expect(demoted.body.detail).toBe('You cannot change your own role.');

    // Two Administrators who remove each other at the same time: one of them stays.
    await add('second@example.com', 'Administrator');
    await app.call(getProfile, { as: 'second@example.com' });
    const [second] = await staffOf('second@example.com');
    const statuses = await Promise.all([
      app.call(removeStaff, { as: ADMINISTRATOR, params: { id: second?.id ?? 0 } }),
      app.call(removeStaff, { as: 'second@example.com', params }),
    ]);
    const left = await app.database.read<number>(
      'system',
      sql`select count(*)::int as answer from users where is_staff and staff_role = 'Administrator' and is_enabled`,
    );
    expect(left).toBe(1);
    expect(statuses.map(({ status }) => status)).toContain(200);
  });
});
