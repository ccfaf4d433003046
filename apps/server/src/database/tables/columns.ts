import { bigint, customType, date, numeric, timestamp } from '../drizzle.ts';

/** The generated primary key of a table. */
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();
/** A reference to another table's key. */
export const reference = () => bigint({ mode: 'number' });
/** Money: integer cents. */
export const cents = () => bigint({ mode: 'number' });
/** A quantity of material, two decimals. */
export const quantity = () => numeric({ precision: 12, scale: 2, mode: 'number' });
/** Something measured on the job, two decimals. */
export const measure = () => numeric({ precision: 6, scale: 2, mode: 'number' });
/** A point in time, with milliseconds. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 });
/** A point in time with microseconds, where the order of two almost at once matters. */
export const exactMoment = () => timestamp({ withTimezone: true, mode: 'string' });
/** A calendar day in the data source's time zone, as `yyyy-MM-dd`. */
export const day = () => date({ mode: 'string' });
/** A latitude or longitude in degrees. */
export const degrees = () => numeric({ precision: 9, scale: 6, mode: 'number' });
/** Binary data. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
