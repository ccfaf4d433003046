import { MEMBER_STATUS } from '@yardage/domain/member-rules';
import type { Transaction } from '#server/database/database';
import { and, eq, type SQL, sql } from '#server/database/drizzle';
import { members } from '#server/database/tables/accounts';

/** The fields that a person fills in when they request an account. */
export type RequestFields = Pick<
  typeof members.$inferInsert,
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'companyName'
  | 'customerNumber'
  | 'addressLine1'
  | 'city'
  | 'stateId'
  | 'zip'
  | 'requestTypeName'
  | 'language'
>;

/** Returns the customer that a typed number refers to: the only match, or the only match with that company name. Otherwise null. */
export async function findMeantCustomer({ orm }: Transaction, customerNumber: string, companyName: string): Promise<number | null> {
  const { rows } = await orm.execute<{ id: string; is_named: boolean }>(sql`
    select id, lower(company_name) = lower(${companyName}) as is_named from customers
    where customer_number = ${customerNumber} or upper(global_customer_number) = upper(${customerNumber}) limit 20`);
  const meant = rows.length > 1 ? rows.filter((row) => row.is_named) : rows;
  return meant.length === 1 && meant[0] ? Number(meant[0].id) : null;
}

/**
 * Stores a request unless the same person already has an open one or is a member; reopens a rejected one. Returns whether there is a new
 * request.
 */
export async function insertRequestOnce({ orm }: Transaction, customerId: number | null, fields: RequestFields): Promise<boolean> {
  const row = { ...fields, customerId, statusId: MEMBER_STATUS.requested };
  const insert = orm.insert(members).values(row);
  const stored =
    customerId === null
      ? insert.onConflictDoNothing()
      : insert.onConflictDoUpdate({
          target: [members.customerId, members.email],
          set: { ...row, roleId: null, requestedAt: sql`now()`, decidedAt: null, decidedBy: null },
          setWhere: eq(members.statusId, MEMBER_STATUS.rejected),
        });
  return (await stored.returning({ id: members.id })).length > 0;
}

/** A person's request, and the customer that it is for, if that is known. */
export type OwnRequest = Pick<typeof members.$inferSelect, 'customerNumber' | 'customerId'>;
const ownRequest = { customerNumber: members.customerNumber, customerId: members.customerId };

/** Corrects the person's own open request for a customer number. Returns what was changed. */
export async function updateOwnRequest({ orm }: Transaction, fields: RequestFields): Promise<OwnRequest[]> {
  const { email, customerNumber, requestTypeName: _, ...changes } = fields;
  return orm.update(members).set(changes).where(ownOpen(email, customerNumber)).returning(ownRequest);
}

/** Deletes the person's own open requests, or only the one for a customer number. Returns those that were deleted. */
export async function deleteOwnRequests({ orm }: Transaction, email: string, customerNumber: string | undefined): Promise<OwnRequest[]> {
  return orm.delete(members).where(ownOpen(email, customerNumber)).returning(ownRequest);
}

function ownOpen(email: string, customerNumber: string | undefined): SQL | undefined {
  return and(
    eq(members.email, email),
    eq(members.statusId, MEMBER_STATUS.requested),
    customerNumber === undefined ? undefined : eq(members.customerNumber, customerNumber),
  );
}
