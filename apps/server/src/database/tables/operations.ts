import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, sql, text, timestamp } from '../drizzle.ts';
import { customers, users } from './accounts.ts';
import { bytes, id, moment, reference } from './columns.ts';

/** A mail: which documents to whom. The row is its place in the queue. */
export const outgoingMails = pgTable(
  'outgoing_mails',
  {
    id: id(),
    /** Null, like `requestedBy`, for mail to somebody who has only requested an account. */
    customerId: reference().references(() => customers.id),
    requestedBy: reference().references(() => users.id),
    /** The attachment, in terms of the area that created the mail. */
    documentKind: text().notNull(),
    documentReference: jsonb().notNull(),
    toAddresses: text().array().notNull(),
    ccAddresses: text().array().notNull(),
    bccAddresses: text().array().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    /** `queued`, `sent` or `dead`. */
    state: text().notNull().default('queued'),
    lastError: text(),
    createdAt: moment().notNull().defaultNow(),
    sentAt: moment(),
    attempts: integer().notNull().default(0),
    /** When it is due. While a process sends it, the time at which another one may take it over. */
    nextTryAt: moment().notNull().default(sql`now() + interval '1 minute'`),
    queuedAt: moment().notNull().defaultNow(),
    /** When operators were alerted because it waits for so long. */
    alertedAt: moment(),
    /** Since when the server, which answers, takes this mail only later. */
    deferredSince: moment(),
    /** Recipients that the server refused while it accepted others; a repeat goes to them only. */
    refusedAddresses: text().array(),
  },
  (table) => [
    index().on(table.customerId, table.createdAt),
    index().on(table.createdAt, table.id),
    index().on(table.state, table.createdAt, table.id),
    index('outgoing_mails_due_index').on(table.nextTryAt).where(sql`state = 'queued'`),
  ],
);

/** The mail of the demo, shown at `/demo/mailbox`. */
export const demoMailbox = pgTable('demo_mailbox', {
  id: id(),
  receivedAt: moment().notNull().defaultNow(),
  sender: text().notNull(),
  recipients: text().array().notNull(),
  subject: text().notNull(),
  body: text().notNull(),
  attachments: jsonb().$type<{ fileName: string; contentType: string; base64: string }[]>().notNull(),
});

/** Who did what to money, members and documents. Rows are only ever added. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: moment().notNull().defaultNow(),
    userId: reference().references(() => users.id),
    customerId: reference().references(() => customers.id),
    /** `area.verb`, like the endpoint's id. */
    action: text().notNull(),
    subject: text().notNull(),
    detail: jsonb().notNull(),
    requestId: text().notNull(),
  },
  (table) => [
    index().on(table.customerId, table.at),
    index().on(table.userId, table.at),
    index().on(table.at, table.id),
    index().on(table.action, table.at, table.id),
  ],
);

/** The built-in sign-in's sessions, codes and grants. */
export const oidcRecords = pgTable(
  'oidc_records',
  {
    kind: text().notNull(),
    id: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    grantId: text(),
    uid: text(),
    consumedAt: moment(),
    expiresAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index().on(table.grantId),
    index().on(table.uid),
    index().on(table.expiresAt),
  ],
);

/** Sessions that ended before their tokens expired. Tokens issued until then are refused. */
export const endedSessions = pgTable(
  'ended_sessions',
  { key: text().primaryKey(), endedAt: moment().notNull(), expiresAt: moment().notNull() },
  (table) => [index().on(table.expiresAt)],
);

/** Writes that were executed under a key of their caller, with their answers. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** 0 for callers of public endpoints. */
    callerId: bigint({ mode: 'number' }).notNull(),
    endpoint: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    /** Null until the handler has returned. */
    answer: text(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.callerId, table.endpoint, table.key] }), index().on(table.createdAt)],
);

/** Passwords of the built-in sign-in, hashed. */
export const signInAccounts = pgTable('sign_in_accounts', {
  email: text().primaryKey(),
  passwordHash: text().notNull(),
  /** Until when this temporary password can be used to choose a new one; null for a password chosen by its owner. */
  temporaryUntil: moment(),
  /** The mail with the temporary password; null if it was shown to an operator instead. */
  temporaryMailId: bigint({ mode: 'number' }),
});

/** Facts about this installation: signing keys of the built-in sign-in, the source of the demo world. */
export const installationFacts = pgTable('installation_facts', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
});

/** Which database this is and when a process last used it, and whether mails, messages and planned payments are held: one row. */
export const outgoingHold = pgTable('outgoing_hold', {
  id: boolean().primaryKey().default(true),
  databaseIdentity: text().notNull(),
  timeline: text().notNull(),
  seenAt: moment().notNull(),
  heldSince: moment(),
  heldReason: text(),
});

/** Messages between nodes of the hub that are too long for a notification. Only the hub's adapter uses this table. */
export const hubAttachments = pgTable(
  'hub_attachments',
  { id: id(), createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(), payload: bytes().notNull() },
  (table) => [index().on(table.createdAt)],
);

/** The calls of a caller in the current period, counted over all processes. */
export const rateCounts = pgTable('rate_counts', {
  bucket: text().primaryKey(),
  calls: integer().notNull(),
  endsAt: moment().notNull(),
});
