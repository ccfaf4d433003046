import { bigint, boolean, check, index, jsonb, numeric, pgTable, primaryKey, sql, text, uuid } from '../drizzle.ts';
import { users } from './accounts.ts';
import { bytes, id, moment, reference } from './columns.ts';

const count = () => bigint({ mode: 'number' }).notNull().default(0);

/** Files that are imported, with the last run of each. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    resource: text().notNull(),
    dataSource: text(),
    fileName: text().notNull(),
    totalBytes: bigint({ mode: 'number' }).notNull(),
    receivedBytes: count(),
    /** Set for files that the command reads: it recognises a file by this hash and resumes. */
    fileHash: text(),
    modifiedAt: moment().notNull(),
    state: text().notNull(),
    mode: text(),
    format: jsonb(),
    mapping: jsonb(),
    /** The last line whose record was applied; a resumed run continues after it. */
    lastLine: count(),
    readRows: count(),
    readBytes: count(),
    counts: jsonb().notNull().default({}),
    failure: text(),
    isCancelling: boolean().notNull().default(false),
    beatAt: moment(),
    createdBy: reference().references(() => users.id),
    createdAt: moment().notNull().defaultNow(),
    finishedAt: moment(),
  },
  (table) => [
    index('imports_open_index').on(table.state, table.id).where(sql`state in ('queued', 'running')`),
    index('imports_file_hash_index').on(table.fileHash).where(sql`file_hash is not null`),
    index().on(table.createdBy),
    check('imports_state_known', sql`${table.state} in ('uploading', 'ready', 'queued', 'running', 'done', 'cancelled', 'failed')`),
  ],
);

const importId = () =>
  reference()
    .notNull()
    .references(() => imports.id, { onDelete: 'cascade' });

/** The content of an uploaded file in parts. */
export const importParts = pgTable(
  'import_parts',
  { importId: importId(), startByte: bigint({ mode: 'number' }).notNull(), content: bytes().notNull() },
  (table) => [primaryKey({ columns: [table.importId, table.startByte] })],
);

/** Rows that were refused, wait or were stale in the last run. */
export const importFindings = pgTable(
  'import_findings',
  {
    id: id(),
    importId: importId(),
    line: bigint({ mode: 'number' }).notNull(),
    key: text(),
    outcome: text().notNull(),
    field: text(),
    message: text().notNull(),
  },
  (table) => [index().on(table.importId, table.id)],
);

/** What a dry run has seen, so that later files may refer to it. */
export const importSeenKeys = pgTable('import_seen_keys', { runId: uuid().notNull(), mark: text().notNull() }, (table) => [
  primaryKey({ columns: [table.runId, table.mark] }),
]);

/** The columns that a supplier's files had last time. */
export const importMappings = pgTable(
  'import_mappings',
  { dataSource: text().notNull(), resource: text().notNull(), mapping: jsonb().notNull() },
  (table) => [primaryKey({ columns: [table.dataSource, table.resource] })],
);

/** Where the supplier's control totals and ours differ. */
export const controlDifferences = pgTable(
  'control_differences',
  {
    id: id(),
    dataSource: text().notNull(),
    kind: text().notNull(),
    /** The customer's key, or the day. */
    subject: text().notNull(),
    measure: text().notNull(),
    /** The record, where the supplier sent keys. */
    key: text(),
    theirs: numeric({ precision: 14, scale: 2, mode: 'number' }),
    ours: numeric({ precision: 14, scale: 2, mode: 'number' }),
    comparedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('control_differences_subject_index').on(table.dataSource, table.kind, table.subject),
    check('control_kind_known', sql`${table.kind} in ('open-invoices', 'tickets')`),
    check('control_measure_known', sql`${table.measure} in ('count', 'amount', 'quantity')`),
  ],
);
