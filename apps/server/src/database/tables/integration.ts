import { index, pgTable, text } from '../drizzle.ts';
import { customers, users } from './accounts.ts';
import { id, moment, reference } from './columns.ts';

/** A machine's key. Without a customer it is the supplier's own. */
export const serviceKeys = pgTable(
  'service_keys',
  {
    id: id(),
    customerId: reference().references(() => customers.id),
    /** The part of the key by which it is found. */
    publicId: text().notNull().unique(),
    name: text().notNull(),
    secretHash: text().notNull(),
    /** The secret before the last rotation, accepted until `previousUntil`. */
    previousHash: text(),
    previousUntil: moment(),
    /** Scopes of a key of the supplier, permission codes of a customer's key. */
    scopes: text().array().notNull(),
    /** Codes of the data sources that the key is limited to; null means all. */
    dataSources: text().array(),
    expiresAt: moment(),
    createdAt: moment().notNull().defaultNow(),
    createdBy: reference().references(() => users.id),
    rotatedAt: moment(),
    rotatedBy: reference().references(() => users.id),
    revokedAt: moment(),
    revokedBy: reference().references(() => users.id),
    lastUsedAt: moment(),
  },
  (table) => [index().on(table.customerId)],
);
