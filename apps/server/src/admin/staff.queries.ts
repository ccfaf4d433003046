import type { Database, Transaction } from '#server/database/database';
import { eq, sql } from '#server/database/drizzle';
import { users } from '#server/database/tables/accounts';

/** A user as the admin command sees them. */
export interface StaffRecord {
  id: number;
  isStaff: boolean;
  isEnabled: boolean;
}

/** Returns the user with an address, locked until the transaction ends. */
export async function lockUser({ orm }: Transaction, email: string): Promise<StaffRecord | undefined> {
  const [user] = await orm
    .select({ id: users.id, isStaff: users.isStaff, isEnabled: users.isEnabled })
    .from(users)
    .where(eq(users.email, email))
    .for('update');
  return user;
}

export async function insertStaff({ orm }: Transaction, user: { email: string; firstName: string; lastName: string }): Promise<void> {
  await orm.insert(users).values({ ...user, isStaff: true });
}

/** Gives or withdraws the access to the desk. Giving it also enables a disabled user. */
export async function setStaff({ orm }: Transaction, id: number, isStaff: boolean): Promise<void> {
  await orm
    .update(users)
    .set(isStaff ? { isStaff, isEnabled: true } : { isStaff })
    .where(eq(users.id, id));
}

/** Returns the addresses and names of all staff. */
export async function listStaff(database: Database): Promise<{ email: string; name: string; isEnabled: boolean }[]> {
  const staff = await database.read<{ email: string; name: string; isEnabled: boolean }[]>(
    'system',
    sql`select coalesce(json_agg(json_build_object('email', email, 'name', first_name || ' ' || last_name, 'isEnabled', is_enabled) order by email), '[]')
        as answer from users where is_staff`,
  );
  return staff ?? [];
}
