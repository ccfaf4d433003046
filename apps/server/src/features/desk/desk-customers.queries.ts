import type { DeskUser, FoundDeskUser } from '@yardage/contract/desk-account';
import type { DeskAccountRow } from '@yardage/contract/desk-customers';
import type { DESK_CUSTOMER_SORT_KEYS } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import { MEMBER_STATUS, OWNER_ROLE_ID } from '@yardage/domain/member-rules';
import type { Database, Transaction } from '#server/database/database';
import { and, eq, type SQL, sql } from '#server/database/drizzle';
import { type ListDeclaration, pageQuery, tablesOf } from '#server/database/page-query';
import { literally } from '#server/database/search';
import { asRead, dollars, isoMillisecond, isoMoment, jsonObject } from '#server/database/sql';
import { detachedSignIns, users } from '#server/database/tables/accounts';
import { isOpen, unappliedCents } from '#server/features/ledger/ledger.queries';
import { isMemberInForce, staffRoleOf } from '#server/http/member-in-force.queries';

const balanceCents = sql`(select coalesce(sum(i.open_cents), 0) from invoices i where i.customer_id = c.id and ${isOpen}) - ${unappliedCents(sql`c.id`)}`;

const accountList: ListDeclaration<(typeof DESK_CUSTOMER_SORT_KEYS)[number]> = {
  from: sql`customers c`,
  joinForFields: sql`join data_sources d on d.id = c.data_source_id join states s on s.id = c.state_id`,
  key: sql`c.id`,
  mainDate: sql`c.since`,
  fields: {
    globalCustomerNumber: sql`c.global_customer_number`,
    customerNumber: sql`c.customer_number`,
    displayName: sql`c.display_name`,
    companyName: sql`c.company_name`,
    dataSourceName: sql`d.name`,
    dataset: sql`d.code`,
    city: sql`c.city`,
    state: sql`s.abbreviation`,
    balanceAmount: dollars(balanceCents),
    userCount: sql`(select count(*) from members m join users u on u.id = m.user_id and u.is_enabled
      where m.customer_id = c.id and ${isMemberInForce()})`,
  },
  search: {},
  sort: { displayName: sql`lower(c.display_name)`, customerNumber: asRead(sql`c.customer_number`), since: sql`c.since` },
};

const WORDS = /[^\p{L}\p{N}]+/u;
const MAX_WORDS = 8;

/**
 * Conditions for a search: each word begins a word of the account's names, numbers or city, or occurs in its data source's name or code.
 * The sources are an array, so that both ways use an index.
 */
function searchConditions(search: string | undefined): SQL[] {
  const words = (search ?? '').toLowerCase().split(WORDS).filter(Boolean).slice(0, MAX_WORDS);
  return words.map((word) => {
    const pattern = `%${literally(word)}%`;
    return sql`(yardage_customer_words(c.display_name, c.company_name, c.customer_number, c.global_customer_number, c.city)
        @@ to_tsquery('simple', ${`${word}:*`})
      or c.data_source_id = any(array(select source.id from data_sources source where source.name ilike ${pattern} or source.code ilike ${pattern})))`;
  });
}

/** Returns a page of the customer accounts as JSON. */
export async function listAccounts(database: Database, { search, ...request }: PageRequest, dataset: string | undefined): Promise<string> {
  const conditions: [SQL, ...SQL[]] = [sql`true`, ...searchConditions(search)];
  if (dataset) conditions.push(sql`c.data_source_id = (select id from data_sources where code = ${dataset})`);
  return (await database.read('system', pageQuery(accountList, request, conditions))) as string;
}

/** Returns the data sources. */
export async function listDataSources(database: Database): Promise<{ id: number; code: string; name: string }[]> {
  const sources = await database.read<{ id: number; code: string; name: string }[]>(
    'system',
    sql`select coalesce(json_agg(json_build_object('id', id, 'code', code, 'name', name) order by name), '[]') as answer from data_sources`,
  );
  return sources ?? [];
}

/** The part of an account sheet that the customers table and the members know. */
export interface AccountRecord extends DeskAccountRow {
  customerId: number;
  email: string | null;
  phone: string | null;
  address: string;
  zip: string;
  timeZone: string;
  since: string;
  hasOwner: boolean;
  users: DeskUser[];
}

const userJson = jsonObject({
  userId: sql`u.id`,
  email: sql`u.email`,
  firstName: sql`m.first_name`,
  lastName: sql`m.last_name`,
  roleName: sql`r.name`,
  isMember: sql`m.is_enabled`,
  isEnabled: sql`u.is_enabled`,
  isStaff: sql`(${staffRoleOf()}) is not null`,
  lastSignInAt: isoMillisecond(sql`u.last_sign_in_at`),
  hasSignIn: sql`u.subject is not null`,
  detached: sql`(select json_build_object('at', ${isoMillisecond(sql`x.detached_at`)}, 'by', (select by_user.email from users by_user where by_user.id = x.detached_by))
    from detached_sign_ins x where x.user_id = u.id order by x.detached_at desc limit 1)`,
});

const isOwner = sql.raw(`m.role_id = ${OWNER_ROLE_ID}`);
const sheet = {
  ...accountList.fields,
  customerId: sql`c.id`,
  email: sql`c.email`,
  phone: sql`c.phone`,
  address: sql`c.address_line1`,
  zip: sql`c.zip`,
  timeZone: sql`d.time_zone`,
  since: isoMoment(sql`c.since`),
  hasOwner: sql`exists (select from members m join users u on u.id = m.user_id and u.is_enabled
    where m.customer_id = c.id and ${isOwner} and ${isMemberInForce()})`,
  users: sql`(select coalesce(json_agg(${userJson} order by m.role_id, m.last_name, u.id), '[]')
    from members m join users u on u.id = m.user_id left join roles r on r.id = m.role_id
    where m.customer_id = c.id and m.status_id = ${sql.raw(String(MEMBER_STATUS.approved))})`,
};

/** Returns an account with its users. */
export async function findAccount(database: Database, globalCustomerNumber: string): Promise<AccountRecord | undefined> {
  return database.read<AccountRecord>(
    'system',
    sql`select ${jsonObject(sheet)} as answer from ${tablesOf(accountList)} where c.global_customer_number = ${globalCustomerNumber}`,
  );
}

/** The parts of an account that a new member copies. */
export interface AccountForMember {
  customerId: number;
  companyName: string;
  customerNumber: string;
  addressLine1: string;
  city: string;
  stateId: number;
  zip: string;
  hasOwner: boolean;
}

/** Returns an account, locked until the transaction ends, so that two first owners cannot be invited at once. */
export async function lockAccount({ orm }: Transaction, globalCustomerNumber: string): Promise<AccountForMember | undefined> {
  const fields = jsonObject({
    customerId: sql`c.id`,
    companyName: sql`c.company_name`,
    customerNumber: sql`c.customer_number`,
    addressLine1: sql`c.address_line1`,
    city: sql`c.city`,
    stateId: sql`c.state_id`,
    zip: sql`c.zip`,
    hasOwner: sheet.hasOwner,
  });
  // The first statement only waits for the lock. The second sees what was committed meanwhile.
  await orm.execute(sql`select from customers c where c.global_customer_number = ${globalCustomerNumber} for update`);
  const { rows } = await orm.execute<{ answer: AccountForMember }>(
    sql`select ${fields} as answer from customers c where c.global_customer_number = ${globalCustomerNumber}`,
  );
  return rows[0]?.answer;
}

const foundUser = jsonObject({
  userId: sql`u.id`,
  email: sql`u.email`,
  firstName: sql`u.first_name`,
  lastName: sql`u.last_name`,
  isEnabled: sql`u.is_enabled`,
  isStaff: sql`(${staffRoleOf()}) is not null`,
});

/** Returns the user with an address, which is in lower case, or nothing. */
export async function findUsers(database: Database, email: string): Promise<FoundDeskUser[]> {
  const found = await database.read<FoundDeskUser[]>(
    'system',
    sql`select coalesce(json_agg(${foundUser}), '[]') as answer from users u where u.email = ${email}`,
  );
  return found ?? [];
}

/** A user whose access staff change. */
export interface UserRecord {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  subject: string | null;
  isEnabled: boolean;
  isStaff: boolean;
}

/** Returns a user by id or address, locked until the transaction ends. */
export async function lockPortalUser({ orm }: Transaction, by: { id: number } | { email: string }): Promise<UserRecord | undefined> {
  const { id, email, firstName, lastName, subject, isEnabled, isStaff } = users;
  const [user] = await orm
    .select({ id, email, firstName, lastName, subject, isEnabled, isStaff })
    .from(users)
    .where('id' in by ? eq(users.id, by.id) : eq(users.email, by.email))
    .for('update');
  return user;
}

export async function setUserEnabled({ orm }: Transaction, id: number, isEnabled: boolean): Promise<void> {
  await orm.update(users).set({ isEnabled }).where(eq(users.id, id));
}

/** A user's membership of an account. */
export interface Membership {
  customerId: number;
  email: string;
  firstName: string;
  lastName: string;
  role: string | null;
  isEnabled: boolean;
}

/** Returns the approved memberships of a user, by account. */
export async function findMemberships({ orm }: Transaction, userId: number): Promise<Membership[]> {
  const fields = {
    customerId: sql`m.customer_id`,
    email: sql`m.email`,
    firstName: sql`m.first_name`,
    lastName: sql`m.last_name`,
    role: sql`(select r.name from roles r where r.id = m.role_id)`,
    isEnabled: sql`m.is_enabled`,
  };
  const { rows } = await orm.execute<{ answer: Membership }>(
    sql`select ${jsonObject(fields)} as answer from members m
        where m.user_id = ${userId} and m.status_id = ${MEMBER_STATUS.approved} and m.customer_id is not null order by m.customer_id`,
  );
  return rows.map(({ answer }) => answer);
}

/** Removes the link of a user's sign-in and remembers that it may not be linked again. */
export async function detachSubject({ orm }: Transaction, userId: number, subject: string, detachedBy: number | null): Promise<void> {
  await orm
    .update(users)
    .set({ subject: null })
    .where(and(eq(users.id, userId), eq(users.subject, subject)));
  const detached = { userId, subject, detachedBy, detachedAt: new Date() };
  await orm
    .insert(detachedSignIns)
    .values(detached)
    .onConflictDoUpdate({ target: [detachedSignIns.userId, detachedSignIns.subject], set: detached });
}

/** Forgets the detached sign-ins of a user. Returns how many there were. */
export async function allowSubjects({ orm }: Transaction, userId: number): Promise<number> {
  return (await orm.delete(detachedSignIns).where(eq(detachedSignIns.userId, userId)).returning({ userId: detachedSignIns.userId })).length;
}
