import type { Identity } from '#server/adapters/identity/port';
import type { Database } from '#server/database/database';
import { and, eq, isNull, type SQL, sql } from '#server/database/drizzle';
import { isoMillisecond, jsonObject } from '#server/database/sql';
import { renderOnce } from '#server/database/statement';
import { users } from '#server/database/tables/accounts';
import { auditLog } from '#server/database/tables/operations';
import { isSessionEnded } from './ended-sessions.queries.ts';
import { isMemberInForce, staffRoleOf } from './member-in-force.queries.ts';
import type { Caller, CustomerClaim, Scope, ScopeCustomer } from './scope.ts';

/** A stored user, with those of their customers that match a claim. */
export interface CallerRecord extends Omit<Caller, 'viewedBy'> {
  isEnabled: boolean;
  /** Null for a user who has never signed in. */
  lastSignInAt: string | null;
  /** Whether the session of the token has ended. */
  isSignedOut: boolean;
  customers: GrantedCustomer[];
}

/** A customer to which a user has access. */
export interface GrantedCustomer extends ScopeCustomer {
  permissions: string[];
  /** The names that the customer gave the user. */
  firstName: string;
  lastName: string;
}

const customerFields = {
  customerId: sql`c.id`,
  customerNumber: sql`c.customer_number`,
  globalCustomerNumber: sql`c.global_customer_number`,
  datasourceId: sql`c.data_source_id`,
  dataset: sql`d.code`,
  timeZone: sql`d.time_zone`,
  companyName: sql`c.company_name`,
};
const keyCustomer = jsonObject(customerFields);
const grantedCustomer = jsonObject({
  ...customerFields,
  permissions: sql`(select coalesce(json_agg(p.code), '[]') from role_permissions p where p.role_id = m.role_id)`,
  firstName: sql`m.first_name`,
  lastName: sql`m.last_name`,
});

const caller = {
  userId: sql`u.id`,
  email: sql`u.email`,
  firstName: sql`u.first_name`,
  lastName: sql`u.last_name`,
  staffRole: staffRoleOf(),
  language: sql`u.language`,
};
const callerState = {
  ...caller,
  isEnabled: sql`u.is_enabled`,
  lastSignInAt: isoMillisecond(sql`u.last_sign_in_at`),
  isSignedOut: sql`sign_in.is_ended`,
};
const callerAlone = jsonObject({ ...callerState, customers: sql`'[]'::json` });
const callerAtCustomers = jsonObject({ ...callerState, customers: sql`customers.granted` });
const granted = renderOnce(sql`select coalesce(json_agg(${grantedCustomer}), '[]') as granted
  from members m join customers c on c.id = m.customer_id join data_sources d on d.id = c.data_source_id
  where m.user_id = u.id and ${isMemberInForce()}`);

/**
 * Reads user, session, membership and permission codes in one statement on every request, so that a removal takes effect on the next one.
 */
export async function findCaller(
  database: Database,
  { subject, session }: Pick<Identity, 'subject' | 'session'>,
  claim: CustomerClaim | undefined,
): Promise<CallerRecord | undefined> {
  return callerWhere(database, session, claim, sql`u.subject = ${subject}`);
}

/** Returns the user whom a staff member views the portal as. The session is the staff member's. */
export async function findViewed(
  database: Database,
  session: Identity['session'],
  userId: number,
  claim: CustomerClaim | undefined,
): Promise<CallerRecord | undefined> {
  return callerWhere(database, session, claim, sql`u.id = ${userId}`);
}

async function callerWhere(
  database: Database,
  session: Identity['session'],
  claim: CustomerClaim | undefined,
  condition: SQL,
): Promise<CallerRecord | undefined> {
  const signedIn = sql`users u cross join (select ${isSessionEnded(session)} as is_ended) as sign_in`;
  return database.read<CallerRecord>(
    'system',
    claim
      ? sql`select ${callerAtCustomers} as answer from ${signedIn} cross join lateral (${granted} ${selectedBy(claim)}) as customers where ${condition}`
      : sql`select ${callerAlone} as answer from ${signedIn} where ${condition}`,
  );
}

/**
 * Adds a condition only for each claimed field, so that PostgreSQL finds that customer directly instead of going through all of the user's.
 */
function selectedBy(claim: CustomerClaim): SQL {
  const { globalCustomerNumber, customerNumber, datasourceId, dataset } = claim;
  return sql.join([
    globalCustomerNumber === undefined ? sql`` : sql` and c.global_customer_number = ${globalCustomerNumber}`,
    customerNumber === undefined ? sql`` : sql` and c.customer_number = ${customerNumber}`,
    datasourceId === undefined ? sql`` : sql` and c.data_source_id::text = ${datasourceId}`,
    dataset === undefined ? sql`` : sql` and d.code = ${dataset}`,
  ]);
}

/**
 * Returns what a user may currently do at a customer, for work that continues after the request. Returns undefined if they have no access.
 */
export async function findGrant(
  database: Database,
  userId: number,
  customerId: number,
): Promise<{ caller: Caller; scope: Scope } | undefined> {
  const found = await database.read<{ caller: Caller; customer: GrantedCustomer }>(
    'system',
    sql`select json_build_object('caller', ${jsonObject(caller)}, 'customer', ${grantedCustomer}) as answer
        from users u join members m on m.user_id = u.id join customers c on c.id = m.customer_id join data_sources d on d.id = c.data_source_id
        where u.id = ${userId} and u.is_enabled and c.id = ${customerId} and ${isMemberInForce()}`,
  );
  return found && atCustomer(found.caller, found.customer);
}

/** Returns a caller as they are at a customer: by the name that they have there, if any, and with what they may do. */
export function atCustomer(
  caller: Caller,
  { permissions, firstName, lastName, ...customer }: GrantedCustomer,
): { caller: Caller; scope: Scope } {
  const scope = { ...customer, userId: caller.userId, permissions: new Set(permissions) };
  return { caller: firstName || lastName ? { ...caller, firstName, lastName } : caller, scope };
}

/** Returns the customer that a machine's key belongs to, if it is the one that the request names. */
export async function findKeyCustomer(database: Database, customerId: number, claim: CustomerClaim): Promise<ScopeCustomer | undefined> {
  return database.read(
    'system',
    sql`select ${keyCustomer} as answer from customers c join data_sources d on d.id = c.data_source_id where c.id = ${customerId} ${selectedBy(claim)}`,
  );
}

/**
 * Links a provider's subject to the user with that email and records it, unless the user is already linked or staff detached this subject
 * from them.
 */
export async function linkSubject(database: Database, subject: string, email: string): Promise<void> {
  await database.transaction('system', async ({ orm }) => {
    const isDetached = sql`exists (select from detached_sign_ins d where d.user_id = ${users.id} and d.subject = ${subject})`;
    const [linked] = await orm
      .update(users)
      .set({ subject })
      .where(and(eq(users.email, email), isNull(users.subject), sql`not ${isDetached}`))
      .returning({ userId: users.id });
    if (!linked) return;
    const entry = { action: 'sign-in.link', subject: email, detail: { signIn: subject }, requestId: 'sign-in', customerId: null };
    await orm.insert(auditLog).values({ ...linked, ...entry });
  });
}

/** Stores when a user signed in. */
export async function noteSignIn(database: Database, userId: number, at: Date): Promise<void> {
  await database.transaction('system', ({ orm }) =>
    orm
      .update(users)
      .set({ lastSignInAt: at })
      .where(and(eq(users.id, userId), sql`coalesce(${users.lastSignInAt} < ${at.toISOString()}::timestamptz, true)`)),
  );
}
