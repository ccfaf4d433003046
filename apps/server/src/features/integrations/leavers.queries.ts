import { OWNER_ROLE_ID } from '@yardage/domain/member-rules';
import type { Database, Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { isMakerInForce } from '#server/http/maker-in-force.queries';
import { isMemberInForce } from '#server/http/member-in-force.queries';
import { nameAtCustomer } from '#server/http/member-name.queries';

/** A key or webhook of a customer that ended with its maker's access. */
export interface Ended {
  id: number;
  name: string;
  customerId: number;
  makerId: number;
}

const endedRow = (alias: string) =>
  sql.raw(
    `json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'customerId', ${alias}.customer_id, 'makerId', ${alias}.created_by) as answer`,
  );

async function endedBy({ orm }: Transaction, statement: SQL): Promise<Ended[]> {
  const { rows } = await orm.execute<{ answer: Ended }>(statement);
  return rows.map(({ answer }) => answer);
}

/** Revokes the keys of members who may not have them any more. */
export async function revokeKeysOfLeavers(transaction: Transaction): Promise<Ended[]> {
  return endedBy(
    transaction,
    sql`update service_keys k set revoked_at = now(), previous_hash = null, previous_until = null, older_secrets = '[]'
        where k.revoked_at is null and k.customer_id is not null and not ${isMakerInForce('k')} returning ${endedRow('k')}`,
  );
}

/** Pauses the webhooks of members who may not have them any more. Their events wait until another member resumes them. */
export async function pauseWebhooksOfLeavers(transaction: Transaction, reason: string): Promise<Ended[]> {
  return endedBy(
    transaction,
    sql`update webhook_endpoints w set state = 'paused', last_error = ${reason}
        where w.state in ('active', 'failing') and w.customer_id is not null and not ${isMakerInForce('w')} returning ${endedRow('w')}`,
  );
}

/** Returns a user's name at an account, also if they are no member any more. */
export async function findName({ orm }: Transaction, userId: number, customerId: number): Promise<string> {
  const { rows } = await orm.execute<{ name: string }>(
    sql`select ${nameAtCustomer('u.id', 'c.id')} as name from users u cross join customers c where u.id = ${userId} and c.id = ${customerId}`,
  );
  return rows[0]?.name ?? '';
}

/** An account as its mails name it. */
export interface Account {
  label: string;
  globalCustomerNumber: string;
}

/** Returns an account's name and numbers. */
export async function findAccount(database: Database, customerId: number): Promise<Account | undefined> {
  return database.read<Account>(
    'system',
    sql`select json_build_object('label', display_name || ' (' || customer_number || ')', 'globalCustomerNumber', global_customer_number) as answer
        from customers where id = ${customerId}`,
  );
}

/** Returns the addresses of a customer's owners. */
export async function findOwners({ orm }: Transaction, customerId: number): Promise<string[]> {
  const { rows } = await orm.execute<{ email: string }>(
    sql`select u.email from members m join users u on u.id = m.user_id
        where m.customer_id = ${customerId} and m.role_id = ${OWNER_ROLE_ID} and ${isMemberInForce()} and u.is_enabled order by u.email`,
  );
  return rows.map(({ email }) => email);
}
