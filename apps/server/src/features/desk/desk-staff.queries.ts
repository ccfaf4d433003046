import type { STAFF_SORT_KEYS } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import type { StaffRole } from '@yardage/contract/staff-roles';
import { STAFF_ROLE_NAMES } from '@yardage/domain/names.messages';
import type { Database, Transaction } from '#server/database/database';
import { and, eq, type SQL, sql } from '#server/database/drizzle';
import { type ListDeclaration, pageQuery } from '#server/database/page-query';
import { asRead, isoMoment, nameByCode } from '#server/database/sql';
import { users } from '#server/database/tables/accounts';
import { isMemberInForce, staffRoleOf } from '#server/http/member-in-force.queries';

/** A user who is staff or becomes staff. */
export interface StaffRecord {
  id: number;
  email: string;
  isStaff: boolean;
  isEnabled: boolean;
  staffRole: StaffRole | null;
}

const record = { id: users.id, email: users.email, isStaff: users.isStaff, isEnabled: users.isEnabled, staffRole: users.staffRole };

/** Returns the user with an address or id, locked until the transaction ends. */
export async function lockStaffUser({ orm }: Transaction, by: { email: string } | { id: number }): Promise<StaffRecord | undefined> {
  const [user] = await orm
    .select(record)
    .from(users)
    .where('email' in by ? eq(users.email, by.email) : eq(users.id, by.id))
    .for('update');
  return user;
}

/** Returns the current role of a staff member, undefined if they have none. */
export async function findStaffRole(database: Database, email: string): Promise<StaffRole | undefined> {
  const role = await database.read<StaffRole | null>(
    'system',
    sql`select ${staffRoleOf()} as answer from users u where u.email = ${email} and u.is_enabled`,
  );
  return role ?? undefined;
}

/** Counts the customer accounts that the user with an address may use. */
export async function countAccounts({ orm }: Transaction, email: string): Promise<number> {
  const { rows } = await orm.execute<{ total: number }>(
    sql`select count(*)::int as total from members m join users u on u.id = m.user_id where u.email = ${email} and ${isMemberInForce()}`,
  );
  return rows[0]?.total ?? 0;
}

/** Returns the ids of the enabled Administrators, locked in one order, so that two of them cannot remove each other. */
export async function lockAdministrators({ orm }: Transaction): Promise<number[]> {
  const rows = await orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isStaff, true), eq(users.staffRole, 'Administrator'), eq(users.isEnabled, true)))
    .orderBy(users.id)
    .for('update');
  return rows.map(({ id }) => id);
}

/** Stores a new user who is staff. Returns false if there is a user with the address meanwhile. */
export async function insertStaff(
  { orm }: Transaction,
  user: { email: string; firstName: string; lastName: string; staffRole: StaffRole },
): Promise<boolean> {
  const adding = orm.insert(users).values({ ...user, isStaff: true });
  return (await adding.onConflictDoNothing({ target: users.email }).returning({ id: users.id })).length > 0;
}

/** Gives a user the names that were typed. Returns false if they have these names already. */
export async function renameUser(
  { orm }: Transaction,
  id: number,
  typed: { firstName?: string | undefined; lastName?: string | undefined },
): Promise<boolean> {
  const [firstName, lastName] = [typed.firstName || null, typed.lastName || null];
  const { rowCount } = await orm.execute(
    sql`update users set first_name = coalesce(${firstName}, first_name), last_name = coalesce(${lastName}, last_name)
        where id = ${id} and (first_name, last_name) is distinct from (coalesce(${firstName}, first_name), coalesce(${lastName}, last_name))`,
  );
  return rowCount === 1;
}

/** Gives a role, or withdraws the access to the desk with null. Giving a role also enables a disabled user. */
export async function setStaffRole({ orm }: Transaction, id: number, staffRole: StaffRole | null): Promise<void> {
  await orm
    .update(users)
    .set(staffRole ? { isStaff: true, staffRole, isEnabled: true } : { isStaff: false, staffRole })
    .where(eq(users.id, id));
}

const shownRole = () => nameByCode(sql`u.staff_role`, STAFF_ROLE_NAMES);

const staffList: ListDeclaration<(typeof STAFF_SORT_KEYS)[number]> = {
  from: sql`users u`,
  key: sql`u.id`,
  mainDate: sql`u.created_at`,
  fields: {
    id: sql`u.id`,
    email: sql`u.email`,
    firstName: sql`u.first_name`,
    lastName: sql`u.last_name`,
    role: sql`u.staff_role`,
    isEnabled: sql`u.is_enabled`,
    createdDate: isoMoment(sql`u.created_at`),
  },
  search: { own: [sql`u.first_name`, sql`u.last_name`, sql`u.email`, sql`u.staff_role`, shownRole] },
  sort: {
    lastName: asRead(sql`u.last_name || ' ' || u.first_name`),
    email: asRead(sql`u.email`),
    role: shownRole,
    createdDate: sql`u.created_at`,
  },
};
const isStaff: SQL = sql`u.is_staff`;

/** Returns a page of the staff as JSON. */
export async function listStaff(database: Database, userId: number, request: PageRequest): Promise<string> {
  const list = { ...staffList, fields: { ...staffList.fields, isMe: sql`u.id = ${userId}` } };
  return (await database.read('system', pageQuery(list, request, [isStaff]))) as string;
}

/** Returns the addresses, names and roles of all staff, for the command. */
export async function listAllStaff(
  database: Database,
): Promise<{ email: string; name: string; role: StaffRole | null; isEnabled: boolean }[]> {
  const staff = await database.read<{ email: string; name: string; role: StaffRole | null; isEnabled: boolean }[]>(
    'system',
    sql`select coalesce(json_agg(json_build_object('email', email, 'name', first_name || ' ' || last_name, 'role', staff_role,
        'isEnabled', is_enabled) order by email), '[]') as answer from users where is_staff`,
  );
  return staff ?? [];
}
