import { type SQL, sql } from '#server/database/drizzle';

/** The address of the order `o` in one line. */
export const orderAddress = sql`concat_ws(', ', o.job_address1, o.job_address2)`;
/** The number of the job of the order `o`; null if it has none. */
export const orderJobNumber = sql`nullif(trim(o.job_number), '')`;
/** The key of the job of the order `o`: its number, otherwise its name and address. */
export const orderJobKey = sql`job_key(o.job_number, o.job, ${orderAddress})`;
/** The value of the latest of the orders `o` of a group. */
export const latestOfOrders = (value: SQL): SQL => sql`(array_agg(${value} order by o.starts_at desc, o.id desc))[1]`;
