import { type SQL, sql } from '#server/database/drizzle';

/** Reads a name of a user as a customer gave it, otherwise the user's own. Null if there is no such user. */
const nameOf =
  (nameIn: (alias: string) => string) =>
  (user: string, customer: string): SQL =>
    sql.raw(`coalesce((select ${nameIn('named')} from members named
      where named.user_id = ${user} and named.customer_id = ${customer} and named.first_name || named.last_name <> '' limit 1),
      (select ${nameIn('own')} from users own where own.id = ${user}))`);

/** The whole name of a user at a customer. Both are columns. */
export const nameAtCustomer = nameOf((alias) => `${alias}.first_name || ' ' || ${alias}.last_name`);
/** The first name of a user at a customer. Both are columns. */
export const firstNameAtCustomer = nameOf((alias) => `${alias}.first_name`);
