import type { AuditRow } from '@yardage/contract/desk-audit';
import type { PageRequest } from '@yardage/contract/paging';
import { AUDIT_ACTION_NAMES } from '@yardage/domain/audit.messages';
import type { Database } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { type DayRange, type ListDeclaration, pageQuery, tablesOf, withinDays } from '#server/database/page-query';
import { expressionOf, matching } from '#server/database/search';
import { isoMoment, jsonObject } from '#server/database/sql';

const auditList = (): ListDeclaration<never> => ({
  from: sql`audit_log a`,
  joinForFields: sql`left join users u on u.id = a.user_id left join customers c on c.id = a.customer_id`,
  key: sql`a.id`,
  mainDate: sql`a.at`,
  fields: {
    id: sql`a.id`,
    at: isoMoment(sql`a.at`),
    userName: sql`u.first_name || ' ' || u.last_name`,
    userEmail: sql`u.email`,
    action: sql`a.action`,
    subject: sql`a.subject`,
    globalCustomerNumber: sql`c.global_customer_number`,
    customerName: sql`c.display_name`,
    detail: sql`a.detail`,
    requestId: sql`a.request_id`,
  },
  search: {
    own: [sql`a.action`, sql`a.subject`, sql`a.detail::text`, sql`a.request_id`],
    // The names of the actions in the language of the request, as the list shows them.
    referred: [
      {
        key: sql`a.action`,
        id: sql`named.code`,
        table: sql`json_each_text(${JSON.stringify(AUDIT_ACTION_NAMES)}::json) as named (code, name)`,
        texts: [sql`named.name`],
      },
    ],
  },
  sort: {} as Record<never, SQL>,
});

export interface AuditFilter extends DayRange {
  who?: string | undefined;
  action?: string | undefined;
  customer?: string | undefined;
}

/** Each condition has its own index, which returns the rows in the order of time. */
function conditionsOf({ who, action, customer, ...days }: AuditFilter): [SQL, ...SQL[]] {
  const conditions: [SQL, ...SQL[]] = [sql`true`, ...withinDays(sql`a.at`, days)];
  if (action) conditions.push(sql`a.action = ${action}`);
  if (customer)
    conditions.push(
      sql`a.customer_id = any(array(
        select id from customers where upper(global_customer_number) = upper(${customer}) or upper(customer_number) = upper(${customer})))`,
    );
  if (who) {
    const expression = expressionOf(who);
    conditions.push(
      sql`a.user_id in (select id from users where email ~* ${expression} or first_name || ' ' || last_name ~* ${expression})`,
    );
  }
  return conditions;
}

/** Returns a page of the entries that match, as JSON. */
export async function listAudit(database: Database, request: PageRequest, filter: AuditFilter): Promise<string> {
  return (await database.read('system', pageQuery(auditList(), request, conditionsOf(filter)))) as string;
}

/** Returns one entry as it is listed, as JSON. */
export async function findAuditEntry(database: Database, id: number): Promise<string | undefined> {
  const list = auditList();
  return database.read('system', sql`select ${jsonObject(list.fields)}::text as answer from ${tablesOf(list)} where a.id = ${id}`);
}

/** Where the next part of an export begins. */
export interface AuditPlace {
  at: string;
  id: number;
}

/** Returns the entries that match and are older than a place, newest first, each with its place. */
export async function readAudit(
  database: Database,
  search: string | undefined,
  filter: AuditFilter,
  after: AuditPlace | undefined,
  limit: number,
): Promise<(AuditRow & { place: AuditPlace })[]> {
  const older = after ? [sql`(a.at, a.id) < (${after.at}::timestamptz, ${after.id}::bigint)`] : [];
  const list = auditList();
  const where = sql.join([...conditionsOf(filter), ...matching(list.search, search), ...older], sql` and `);
  const row = jsonObject({ ...list.fields, place: sql`json_build_object('at', a.at, 'id', a.id)` });
  const rows = await database.read<(AuditRow & { place: AuditPlace })[]>(
    'system',
    sql`select coalesce(json_agg(answer), '[]') as answer from (
          select ${row} as answer from ${tablesOf(list)} where ${where} order by a.at desc, a.id desc limit ${limit}) as part`,
  );
  return rows ?? [];
}

/** Returns the actions that there are entries of. Jumps from one to the next in the index instead of reading all entries. */
export async function listActions(database: Database): Promise<string[]> {
  const rows = await database.read<string[]>(
    'system',
    sql`with recursive actions as (
          (select action from audit_log order by action limit 1)
          union all
          select (select action from audit_log where action > actions.action order by action limit 1) from actions where actions.action is not null)
        select coalesce(json_agg(action), '[]') as answer from actions where action is not null`,
  );
  return rows ?? [];
}
