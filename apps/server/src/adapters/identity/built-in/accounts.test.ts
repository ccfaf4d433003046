import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { openTestDatabase } from '#server/testing/test-database';
import { isPassword } from '../passwords.ts';
import { builtInAccounts } from './accounts.ts';
import { findSignInAccount, savePassword } from './records.queries.ts';

const EMAIL = 'new.clerk@example.com';
let opened: Awaited<ReturnType<typeof openTestDatabase>>;
let customers: [number, number];

beforeAll(async () => {
  opened = await openTestDatabase('demo');
  customers = (await read<[number, number]>(
    sql`select json_agg(id) as answer from (select id from customers order by id limit 2) as c`,
  )) as never;
  await run(sql`insert into users (email, first_name, last_name) values (${EMAIL}, 'New', 'Clerk')`);
});
afterAll(() => opened?.close());

const read = <T>(statement: ReturnType<typeof sql>) => opened.database.read<T>('system', statement);
const run = (statement: ReturnType<typeof sql>) => opened.database.transaction('system', ({ orm }) => orm.execute(statement));
const mail = async (customerId: number) => {
  await run(sql`insert into outgoing_mails (customer_id, document_kind, document_reference, to_addresses, cc_addresses, bcc_addresses, subject, message, next_try_at)
    values (${customerId}, 'member-approved', '{}', array[${EMAIL}], '{}', '{}', 'Your account is ready', '', now())`);
  return { id: Number(await read(sql`select max(id) as answer from outgoing_mails`)), customerId };
};
const invite = async (by?: Awaited<ReturnType<typeof mail>>) => builtInAccounts(opened.database).invite(EMAIL, by);
const isValid = async (invitation: Awaited<ReturnType<typeof invite>>) =>
  invitation.kind === 'temporary-password' &&
  isPassword(invitation.password, (await findSignInAccount(opened.database, EMAIL))?.passwordHash ?? '');

it('REG-23 USR-06 somebody who gets two accounts gets one temporary password, which stays valid', async () => {
  const [first, second] = [await mail(customers[0]), await mail(customers[1])];
  // Both mails are written at the same time, and one of them has the password.
  const both = await Promise.all([invite(first), invite(second)]);
  expect(both.map(({ kind }) => kind).sort()).toEqual(['password-in-other-mail', 'temporary-password']);
  const sent = both.find(({ kind }) => kind === 'temporary-password') as (typeof both)[number];
  const carrier = sent === both[0] ? first : second;
  expect(await isValid(sent)).toBe(true);

  // The same mail sent again, or a further mail of the same account, gets a new password: the old one is stored as a hash only.
  const repeated = await invite(carrier);
  expect([await isValid(sent), await isValid(repeated)]).toEqual([false, true]);
  const invitedAgain = await mail(carrier.customerId);
  expect(await isValid(await invite(invitedAgain))).toBe(true);

  // Nobody can use a password whose mail was refused, or that has expired.
  const other = carrier === first ? second : first;
  expect(await invite(other)).toEqual({ kind: 'password-in-other-mail' });
  await run(sql`update outgoing_mails set state = 'dead' where id = ${invitedAgain.id}`);
  expect(await isValid(await invite(other))).toBe(true);
  await run(sql`update sign_in_accounts set temporary_until = now() - interval '1 minute' where email = ${EMAIL}`);
  expect(await isValid(await invite(carrier))).toBe(true);
  // An invitation by an operator always gets a new password.
  expect(await isValid(await invite())).toBe(true);

  await savePassword(opened.database, EMAIL, 'chosen', null);
  expect(await invite(first)).toEqual({ kind: 'known' });
});
