import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, sql, text } from '../drizzle.ts';
import { customerReference, users } from './accounts.ts';
import { bytes, day, id, moment, reference } from './columns.ts';

const count = () => integer().notNull().default(0);
const size = () => bigint({ mode: 'number' });

/** Close-out packs: the tickets and invoices of a job or a month as one ZIP file. */
export const closeOutPacks = pgTable(
  'close_out_packs',
  {
    id: id(),
    customerId: customerReference(),
    /** The maker. Nobody else sees the pack. */
    userId: reference()
      .notNull()
      .references(() => users.id),
    kind: text().notNull(),
    job: text(),
    /** What tells the job from others of its name. Null in packs from before 0094. */
    jobNumber: text(),
    jobAddress: text(),
    /** The first day of the month. */
    month: day(),
    withAmounts: boolean().notNull(),
    withInvoices: boolean().notNull(),
    /** What its invoices show. Packs from before 0108 count as showing both. */
    withStatus: boolean().notNull().default(true),
    withHistory: boolean().notNull().default(true),
    language: text(),
    state: text().notNull().default('queued'),
    /** Records that are in the file already; a run that was interrupted continues after them. */
    doneCount: count(),
    totalCount: integer().notNull(),
    writtenBytes: size().notNull().default(0),
    failure: text(),
    isCancelling: boolean().notNull().default(false),
    beatAt: moment(),
    createdAt: moment().notNull().defaultNow(),
    finishedAt: moment(),
    expiresAt: moment(),
  },
  (table) => [
    index('close_out_packs_list_index').on(table.customerId, table.userId, table.id),
    index().on(table.userId),
    index('close_out_packs_open_index').on(table.state, table.id).where(sql`state in ('queued', 'running')`),
    index('close_out_packs_expires_at_index').on(table.expiresAt).where(sql`expires_at is not null`),
    check('close_out_pack_kind_known', sql`kind in ('job', 'month')`),
    check('close_out_pack_state_known', sql`state in ('queued', 'running', 'done', 'cancelled', 'failed')`),
    check('close_out_pack_failure_known', sql`failure in ('crashed', 'access-ended')`),
  ],
);

const packId = () =>
  reference()
    .notNull()
    .references(() => closeOutPacks.id, { onDelete: 'cascade' });

/** The records of a pack, with the place of each one's file in the ZIP file. */
export const closeOutPackItems = pgTable(
  'close_out_pack_items',
  {
    packId: packId(),
    customerId: customerReference(),
    position: integer().notNull(),
    kind: text().notNull(),
    recordId: reference().notNull(),
    fileName: text().notNull(),
    /** What the index and the summary say about it. */
    facts: jsonb(),
    startByte: size(),
    byteCount: size(),
    checksum: size(),
  },
  (table) => [
    primaryKey({ columns: [table.packId, table.position] }),
    check('close_out_pack_item_kind_known', sql`kind in ('ticket', 'invoice', 'sign-off')`),
  ],
);

/** The bytes of the ZIP file in parts. */
export const closeOutPackParts = pgTable(
  'close_out_pack_parts',
  { packId: packId(), customerId: customerReference(), startByte: size().notNull(), content: bytes().notNull() },
  (table) => [primaryKey({ columns: [table.packId, table.startByte] })],
);
