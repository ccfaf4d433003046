import { bigint, boolean, check, index, jsonb, pgTable, primaryKey, sql, text, unique } from '../drizzle.ts';
import { customerReference } from './accounts.ts';
import { id, moment } from './columns.ts';

/** The newest version of each record that the supplier's systems sent, and what became of it. No customer reads it. */
export const supplyRecords = pgTable(
  'supply_records',
  {
    id: id(),
    resource: text().notNull(),
    /** Code of the data source that the key belongs to. */
    dataSource: text().notNull(),
    key: text().notNull(),
    /** Orders the versions of a record. */
    updatedAt: moment().notNull(),
    /** Hash of the body, by which a repeated version is recognised. */
    hash: text().notNull(),
    body: jsonb().notNull(),
    /** `applied`, `waiting` or `refused`. */
    state: text().notNull(),
    /** Marks (`dataSource/resource/key`) of what a waiting record lacks, or of what must change before a refused one is tried again. */
    dependsOn: text().array().notNull().default([]),
    /** Why it was refused: messages by field. */
    errors: jsonb(),
    /** The id of its row in the table of its resource; null until a version of it was applied. */
    entityId: bigint({ mode: 'number' }),
    /** Marks of what the applied version affects besides itself. Records that depend on them are tried again with the next version, too. */
    affects: text().array().notNull().default([]),
    /** The file from which the version was read, and how; null for a version that a system sent. */
    reading: text(),
    receivedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    unique('supply_records_key_unique').on(table.resource, table.dataSource, table.key),
    index('supply_records_open_index').on(table.state, table.receivedAt, table.id).where(sql`state <> 'applied'`),
    index('supply_records_entity_index').on(table.resource, table.entityId).where(sql`entity_id is not null`),
    check('supply_state_known', sql`${table.state} in ('applied', 'waiting', 'refused')`),
  ],
);

/** When each resource of a data source was last delivered. */
export const supplyDeliveries = pgTable(
  'supply_deliveries',
  { dataSource: text().notNull(), resource: text().notNull(), deliveredAt: moment().notNull() },
  (table) => [primaryKey({ columns: [table.dataSource, table.resource] })],
);

/** Invoices and credits (as `mark`s) that a payment in the portal has released; supply records that depend on them are tried again. */
export const supplyReleases = pgTable('supply_releases', { id: id(), mark: text().notNull(), dataSource: text().notNull() });

/** The access that the supplier's systems last gave to each member, whatever people made of it in the portal. */
export const suppliedAccess = pgTable(
  'supplied_access',
  {
    dataSource: text().notNull(),
    key: text().notNull(),
    customerId: customerReference(),
    email: text().notNull(),
    role: text().notNull(),
    isEnabled: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.dataSource, table.key] }), index().on(table.customerId)],
);
