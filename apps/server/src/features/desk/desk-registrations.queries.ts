import type { DeskCustomer } from '@yardage/contract/desk';
import type { DESK_REGISTRATION_SORT_KEYS } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { MEMBER_STATUS } from '@yardage/domain/member-rules';
import type { Database, Transaction } from '#server/database/database';
import { eq, type SQL, sql } from '#server/database/drizzle';
import { type ListDeclaration, pageQuery, tablesOf } from '#server/database/page-query';
import { expressionOf, literally } from '#server/database/search';
import { asRead, isoMoment, jsonObject } from '#server/database/sql';
import { members } from '#server/database/tables/accounts';
import { type MemberRecord, memberFields } from '#server/features/members/members.queries';
import { isMemberInForce } from '#server/http/member-in-force.queries';

/** Whether a customer has an active member who may approve requests. */
const hasApprover = (customerId: SQL): SQL => sql`exists (
  select from members a join users u on u.id = a.user_id and u.is_enabled
    join role_permissions p on p.role_id = a.role_id and p.code = ${PERMISSIONS.USER_ACCOUNTS_APPROVAL}
  where a.customer_id = ${customerId} and ${isMemberInForce('a')})`;

/** Undecided requests that only staff can decide: the customer is unknown or has no approver. */
export const isForDesk = sql`m.status_id = ${sql.raw(String(MEMBER_STATUS.requested))} and (m.customer_id is null or not ${hasApprover(sql`m.customer_id`)})`;

const customerJson = jsonObject({
  globalCustomerNumber: sql`c.global_customer_number`,
  customerNumber: sql`c.customer_number`,
  displayName: sql`c.display_name`,
  companyName: sql`c.company_name`,
  dataSourceName: sql`d.name`,
});

const registrationList: ListDeclaration<(typeof DESK_REGISTRATION_SORT_KEYS)[number]> = {
  from: sql`members m`,
  joinForFields: sql`left join roles r on r.id = m.role_id left join states s on s.id = m.state_id
    left join customers c on c.id = m.customer_id left join data_sources d on d.id = c.data_source_id`,
  key: sql`m.id`,
  mainDate: sql`m.requested_at`,
  fields: {
    ...memberFields,
    companyName: sql`m.company_name`,
    customerNumber: sql`m.customer_number`,
    requestedDate: isoMoment(sql`m.requested_at`),
    customer: sql`case when c.id is null then null else ${customerJson} end`,
  },
  search: { own: [sql`m.first_name`, sql`m.last_name`, sql`m.email`, sql`m.company_name`, sql`m.customer_number`, sql`m.city`] },
  sort: {
    lastName: asRead(sql`m.last_name || ' ' || m.first_name`),
    companyName: asRead(sql`m.company_name`),
    customerNumber: asRead(sql`m.customer_number`),
    requestedDate: sql`m.requested_at`,
    email: asRead(sql`m.email`),
  },
};

/** Returns a page of the requests for staff as JSON. */
export async function listRegistrations(database: Database, request: PageRequest): Promise<string> {
  return (await database.read('system', pageQuery(registrationList, request, [isForDesk]))) as string;
}

/** Returns one request as JSON. Undefined if it is not for staff to decide. */
export async function findRegistration(database: Database, id: number): Promise<string | undefined> {
  return database.read(
    'system',
    sql`select ${jsonObject(registrationList.fields)}::text as answer from ${tablesOf(registrationList)} where m.id = ${id} and ${isForDesk}`,
  );
}

/** Returns one request, locked until the transaction ends. Undefined if it is not for staff to decide. */
export async function lockRegistration({ orm }: Transaction, id: number): Promise<MemberRecord | undefined> {
  const { rows } = await orm.execute(sql`select m.id from members m where m.id = ${id} and ${isForDesk} for update`);
  if (rows.length === 0) return undefined;
  const [row] = await orm.select().from(members).where(eq(members.id, id));
  return row;
}

/** Returns a customer by its global number, and whether it has an approver. */
export async function findCustomer(
  { orm }: Transaction,
  globalCustomerNumber: string,
): Promise<{ customerId: number; hasApprover: boolean } | undefined> {
  const { rows } = await orm.execute<{ id: string; has_approver: boolean }>(
    sql`select c.id, ${hasApprover(sql`c.id`)} as has_approver from customers c where c.global_customer_number = ${globalCustomerNumber}`,
  );
  return rows[0] && { customerId: Number(rows[0].id), hasApprover: rows[0].has_approver };
}

/** Returns whether a customer has a membership or an open request with this email. */
export async function isAtCustomer({ orm }: Transaction, customerId: number, email: string): Promise<boolean> {
  const { rows } = await orm.execute(
    sql`select from members where customer_id = ${customerId} and email = ${email} and status_id <> ${MEMBER_STATUS.rejected}`,
  );
  return rows.length > 0;
}

/** Deletes a request of this email that the customer's people rejected. */
export async function deleteRejected({ orm }: Transaction, customerId: number, email: string): Promise<void> {
  await orm.execute(
    sql`delete from members where customer_id = ${customerId} and email = ${email} and status_id = ${MEMBER_STATUS.rejected}`,
  );
}

/** Assigns a request to a customer, whose own approvers decide it. */
export async function forwardRegistration({ orm }: Transaction, id: number, customerId: number): Promise<void> {
  await orm.update(members).set({ customerId, statusId: MEMBER_STATUS.requested }).where(eq(members.id, id));
}

/** Returns the first ten customers whose number begins with the text or whose name contains it. */
export async function findCustomers(database: Database, search: string): Promise<DeskCustomer[]> {
  const text = literally(search);
  const found = await database.read<DeskCustomer[]>(
    'system',
    sql`select coalesce(json_agg(${customerJson} order by c.company_name, c.customer_number), '[]') as answer
        from (select * from customers where customer_number ilike ${`${text}%`} or global_customer_number ilike ${`${text}%`}
          or company_name ~* ${expressionOf(search)} or display_name ~* ${expressionOf(search)} order by company_name, customer_number limit 10) as c
        join data_sources d on d.id = c.data_source_id`,
  );
  return found ?? [];
}
