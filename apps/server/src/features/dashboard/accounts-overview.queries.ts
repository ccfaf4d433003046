import { PERMISSIONS, type PermissionCode } from '@yardage/contract/permissions';
import { AGING_BUCKETS } from '@yardage/domain/aging';
import type { PartDiscountRule } from '#server/config';
import type { Database } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { dollars, jsonObject } from '#server/database/sql';
import { isPayable, keepableDiscount } from '#server/features/carts/payable.queries';
import { isMemberInForce } from '#server/http/member-in-force.queries';
import { isDelivery } from './dashboard.queries.ts';
import { agedBalance } from './summary.queries.ts';

const AGES = AGING_BUCKETS.map(({ field }) => field);

const holds = (code: PermissionCode) =>
  sql`exists (select from role_permissions held where held.role_id = m.role_id and held.code = ${sql.raw(`'${code}'`)})`;

/** The user's customer numbers with the permissions that decide what is shown of each. */
const accountsOf = (userId: number) => sql`
  select c.id, c.global_customer_number, c.customer_number, c.display_name, d.name as datasource, m.position, day.today,
    date_trunc('year', day.today::timestamp)::date as year_start,
    day.today::timestamp at time zone d.time_zone as day_starts_at, (day.today + 1)::timestamp at time zone d.time_zone as day_ends_at,
    ${holds(PERMISSIONS.DASHBOARD_VIEW_ACCOUNT_AGING)} as sees_balance,
    ${holds(PERMISSIONS.INVOICES_VIEW)} as sees_discounts,
    ${holds(PERMISSIONS.ORDERS_VIEW)} as sees_orders
  from members m join customers c on c.id = m.customer_id join data_sources d on d.id = c.data_source_id
    cross join lateral (select (now() at time zone d.time_zone)::date as today) as day
  where m.user_id = ${userId} and ${isMemberInForce()}`;

/** Column names of what an account shows, each null where the user may not see it. Money is in cents. */
const shown: Readonly<Record<string, SQL>> = {
  balance: sql`case when account.sees_balance then open.balance end`,
  pending: sql`case when account.sees_balance then open.pending end`,
  unapplied: sql`case when account.sees_balance then unapplied.cents end`,
  ...Object.fromEntries(AGES.map((field) => [field, sql`case when account.sees_balance then open.${sql.identifier(field)} end`])),
  discount: sql`case when account.sees_discounts then discounts.cents end`,
  discount_until: sql`case when account.sees_discounts then discounts.until end`,
  orders: sql`case when account.sees_orders then pours.count end`,
};

/** The money and counts of the contract, made from a row or from the sums of all rows. */
const sums = (of: (column: string) => SQL) => ({
  balanceAmount: dollars(of('balance')),
  pendingAmount: dollars(of('pending')),
  unappliedAmount: dollars(of('unapplied')),
  ...Object.fromEntries(AGES.map((field) => [field, dollars(of(field))])),
  possibleDiscountAmount: dollars(of('discount')),
  orderCount: of('orders'),
});
const column = (name: string) => sql`found.${sql.identifier(name)}`;

/**
 * Returns all accounts of a user and their sums as JSON, in one statement. It reads several customers, so it acts as the system: the
 * user's memberships and their roles limit it.
 */
export async function findAccountsOverview(database: Database, userId: number, rule: PartDiscountRule): Promise<string> {
  const account = jsonObject({
    globalCustomerNumber: column('global_customer_number'),
    customerNumber: column('customer_number'),
    displayName: column('display_name'),
    datasource: column('datasource'),
    ...sums(column),
    discountExpiryDate: column('discount_until'),
  });
  const columns = Object.entries(shown).map(([name, expression]) => sql`${expression} as ${sql.identifier(name)}`);
  const statement = sql`
    with account as materialized (${accountsOf(userId)}),
    found as (
      select account.*, ${sql.join(columns, sql`, `)}
      from account ${agedBalance(sql`account.id`)}
        cross join lateral (
          select coalesce(sum(kept.cents), 0) as cents, min(i.discount_expires_on) as until
          from invoices i cross join lateral (select ${keepableDiscount(rule)} as cents offset 0) as kept
          where i.customer_id = account.id and i.discount_expires_on >= account.today and ${isPayable} and kept.cents > 0
        ) as discounts
        cross join lateral (
          select count(*) as count from orders o
          where o.customer_id = account.id and o.starts_at >= account.day_starts_at and o.starts_at < account.day_ends_at and ${isDelivery}
        ) as pours)
    select json_build_object(
      'accounts', coalesce(json_agg(${account} order by found.position, found.id), '[]'),
      'totals', ${jsonObject(sums((name) => sql`sum(${column(name)})`))})::text as answer
    from found`;
  return (await database.read('system', statement)) as string;
}
