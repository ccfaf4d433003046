import type { MEMBER_SORT_KEYS } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import type { RoleRights } from '@yardage/domain/member-rules';
import { MEMBER_ROLE_NAMES, MEMBER_STATUS_NAMES } from '@yardage/domain/names.messages';
import type { Database, Member, Transaction } from '#server/database/database';
import { and, eq, type SQL, sql } from '#server/database/drizzle';
import { type ListDeclaration, pageQuery, tablesOf } from '#server/database/page-query';
import { asRead, jsonObject, nameByCode, nameById } from '#server/database/sql';
import { members } from '#server/database/tables/accounts';
import { isMemberInForce } from '#server/http/member-in-force.queries';

/** A member's fields as the contract names them. `m`, `s` and `r` are the member, state and role rows. */
export const memberFields = {
  id: sql`m.id`,
  email: sql`m.email`,
  firstName: sql`m.first_name`,
  lastName: sql`m.last_name`,
  phone: sql`m.phone`,
  address: sql`m.address_line1`,
  city: sql`m.city`,
  state: sql`s.abbreviation`,
  stateId: sql`m.state_id`,
  zip: sql`m.zip`,
  country: sql`m.country`,
  roleId: sql`m.role_id`,
  roleName: sql`r.name`,
  statusId: sql`m.status_id`,
  statusName: nameById(sql`m.status_id`, MEMBER_STATUS_NAMES),
  requestTypeName: sql`m.request_type_name`,
  isEnabled: sql`m.is_enabled`,
};

/** The phone number as the list shows it, for the search: `(423) 555-0142`. */
const shownPhone = sql`regexp_replace(m.phone, '^\\+?1?(\\d{3})(\\d{3})(\\d{4})$', '(\\1) \\2-\\3')`;

const shownRole = () => nameByCode(sql`r.name`, MEMBER_ROLE_NAMES);

const memberList: ListDeclaration<(typeof MEMBER_SORT_KEYS)[number]> = {
  from: sql`members m`,
  join: sql`left join roles r on r.id = m.role_id left join states s on s.id = m.state_id`,
  key: sql`m.id`,
  mainDate: sql`m.requested_at`,
  fields: memberFields,
  search: {
    own: [sql`m.first_name`, sql`m.last_name`, sql`m.email`, sql`m.phone`, shownPhone, sql`m.address_line1`, sql`m.city`, sql`m.zip`],
    referred: [
      { key: sql`m.state_id`, id: sql`s.id`, table: sql`states s`, texts: [sql`s.abbreviation`] },
      { key: sql`m.role_id`, id: sql`r.id`, table: sql`roles r`, texts: [sql`r.name`, shownRole] },
    ],
  },
  sort: {
    firstName: asRead(sql`m.first_name || ' ' || m.last_name`),
    lastName: asRead(sql`m.last_name || ' ' || m.first_name`),
    email: asRead(sql`m.email`),
    phone: sql`m.phone`,
    address: asRead(sql`m.address_line1`),
    roleName: shownRole,
    // A disabled member shows that instead of 'Approved'.
    statusName: () => sql`${nameById(sql`m.status_id`, MEMBER_STATUS_NAMES)} || case when m.is_enabled then '' else ' ' end`,
  },
};

/** Returns a page of a customer's members and requests as JSON, of one status or all. */
export async function listMembers(database: Database, actor: Member, request: PageRequest, statusId: number | undefined): Promise<string> {
  const conditions: [SQL, ...SQL[]] = [sql`m.customer_id = ${actor.customerId}`];
  if (statusId !== undefined) conditions.push(sql`m.status_id = ${statusId}`);
  return (await database.read(actor, pageQuery(memberList, request, conditions))) as string;
}

/** Returns one member or request as JSON. Undefined if it is not the customer's. */
export async function findMember(database: Database, actor: Member, id: number): Promise<string | undefined> {
  return database.read(
    actor,
    sql`select ${jsonObject(memberFields)}::text as answer from ${tablesOf(memberList)} where m.id = ${id} and m.customer_id = ${actor.customerId}`,
  );
}

/** A role with its permission codes. */
export interface Role extends RoleRights {
  name: string;
  description: string;
}

const roleJson = sql`json_build_object('roleId', r.id, 'name', r.name, 'description', r.description,
  'codes', (select coalesce(json_agg(p.code), '[]') from role_permissions p where p.role_id = r.id))`;

/** Returns all roles sorted by id, Owner first. */
export async function listRoles(database: Database): Promise<Role[]> {
  return (await database.read<Role[]>('system', sql`select json_agg(${roleJson} order by r.id) as answer from roles r`)) ?? [];
}

async function roleWhere({ orm }: Transaction, condition: SQL): Promise<Role | undefined> {
  const { rows } = await orm.execute<{ answer: Role }>(sql`select ${roleJson} as answer from roles r where ${condition}`);
  return rows[0]?.answer;
}

/** Returns a role by its id. */
export async function findRole(transaction: Transaction, roleId: number): Promise<Role | undefined> {
  return roleWhere(transaction, sql`r.id = ${roleId}`);
}

/** Returns a user's active role at a customer, read in the transaction that depends on it. */
export async function findRights(transaction: Transaction, { customerId, userId }: Member): Promise<Role | undefined> {
  return roleWhere(
    transaction,
    sql`r.id = (select m.role_id from members m where m.customer_id = ${customerId} and m.user_id = ${userId} and ${isMemberInForce()})`,
  );
}

export type MemberRecord = typeof members.$inferSelect;

/** Makes others who change the members of an account wait until the transaction ends. */
export async function lockMembers({ orm }: Transaction, customerId: number): Promise<void> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`members of account ${customerId}`}, 5))`);
}

/** Returns a member's row, locked until the transaction ends. */
export async function lockMember(
  { orm }: Transaction,
  customerId: number,
  by: { id: number } | { email: string },
): Promise<MemberRecord | undefined> {
  const matches = 'id' in by ? eq(members.id, by.id) : eq(members.email, by.email.toLowerCase());
  const [row] = await orm
    .select()
    .from(members)
    .where(and(eq(members.customerId, customerId), matches))
    .for('update');
  return row;
}

/** Returns the user with the email, creating them if needed, and the next free position in their list of customers. */
export async function admitUser(
  { orm }: Transaction,
  person: { email: string; firstName: string; lastName: string },
): Promise<{ userId: number; position: number; isUserEnabled: boolean }> {
  const { rows } = await orm.execute<{ user_id: string; place: number }>(
    sql`select user_id, place from yardage_admit_user(${person.email}, ${person.firstName}, ${person.lastName})`,
  );
  if (!rows[0]) throw new Error('the user was not admitted');
  const { user_id: userId, place: position } = rows[0];
  // A second statement, because the one that creates a user does not see the new row yet.
  const { rows: found } = await orm.execute<{ is_enabled: boolean }>(sql`select yardage_is_user_enabled(${userId}) as is_enabled`);
  return { userId: Number(userId), position, isUserEnabled: found[0]?.is_enabled === true };
}

/** Returns whether somebody has access to any customer account. */
export async function hasMembership(database: Database, email: string): Promise<boolean> {
  const found = await database.read<boolean>(
    'system',
    sql`select exists (select from users u join members m on m.user_id = u.id
          where u.email = ${email} and u.is_enabled and ${isMemberInForce()}) as answer`,
  );
  return found ?? false;
}

export type NewMember = typeof members.$inferInsert;

/** Stores a member. Returns the id. */
export async function insertMember({ orm }: Transaction, member: NewMember): Promise<number> {
  const [stored] = await orm.insert(members).values(member).returning({ id: members.id });
  if (!stored) throw new Error('the member was not stored');
  return stored.id;
}

/** Updates a member. */
export async function updateMember({ orm }: Transaction, id: number, changes: Partial<NewMember>): Promise<void> {
  await orm.update(members).set(changes).where(eq(members.id, id));
}

/** Deletes a member. */
export async function deleteMember({ orm }: Transaction, id: number): Promise<void> {
  await orm.delete(members).where(eq(members.id, id));
}

/** Returns the customer's name and number for mails. */
export async function accountLabel({ orm }: Transaction, customerId: number): Promise<string> {
  const { rows } = await orm.execute<{ label: string }>(
    sql`select display_name || ' (' || customer_number || ')' as label from customers where id = ${customerId}`,
  );
  return rows[0]?.label ?? '';
}

/** People whom the supplier's systems gave access, with the accounts that they were not told about yet. */
export interface DueInvitation {
  userId: number;
  email: string;
  firstName: string;
  customerId: number;
  accounts: string[];
  /** The language that the person chose. */
  language: string | null;
}

export const HAS_DUE_INVITATIONS = sql`exists (select from members where invitation = 'due')`;

/** Marks up to `limit` due invitations as sent, in the transaction that mails them. Returns one entry per person. */
export async function takeDueInvitations({ orm }: Transaction, limit: number): Promise<DueInvitation[]> {
  const { rows } = await orm.execute<{ answer: DueInvitation[] | null }>(sql`
    with taken as (
      update members set invitation = 'sent'
      where id in (select id from members where invitation = 'due' order by id limit ${limit} for update skip locked)
      returning id, user_id, email, first_name, customer_id
    ), people as (
      select t.user_id, t.email, (array_agg(t.first_name order by t.id))[1] as first_name, min(t.customer_id) as customer_id,
        array_agg(c.display_name || ' (' || c.customer_number || ')' order by t.id) as accounts, min(t.id) as first_id
      from taken t join customers c on c.id = t.customer_id group by t.user_id, t.email
    )
    select json_agg(json_build_object('userId', user_id, 'email', email, 'firstName', first_name, 'customerId', customer_id,
      'accounts', accounts,
      'language', (select u.language from users u where u.id = user_id)) order by first_id) as answer from people`);
  return rows[0]?.answer ?? [];
}
