import { index, jsonb, pgTable, primaryKey, text, timestamp } from '../drizzle.ts';
import { customers, users } from './accounts.ts';
import { bytes, id, moment, reference } from './columns.ts';

/** A mail somebody asked for: which documents to whom. The job that sends it names only its id. */
export const outgoingMails = pgTable(
  'outgoing_mails',
  {
    id: id(),
    /** Empty for mail to somebody who only asks for an account; nobody has asked for it then. */
    customerId: reference().references(() => customers.id),
    requestedBy: reference().references(() => users.id),
    /** What is attached, as the area that made the mail understands it. */
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
  },
  (table) => [index().on(table.customerId, table.createdAt), index().on(table.state)],
);

/** Where the demo's mail arrives; read at `/demo/mailbox`. */
export const demoMailbox = pgTable('demo_mailbox', {
  id: id(),
  receivedAt: moment().notNull().defaultNow(),
  sender: text().notNull(),
  recipients: text().array().notNull(),
  subject: text().notNull(),
  body: text().notNull(),
  attachments: jsonb().$type<{ fileName: string; contentType: string; base64: string }[]>().notNull(),
});

/** Who did what to money, members and documents; rows are only ever added. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: moment().notNull().defaultNow(),
    userId: reference().references(() => users.id),
    customerId: reference().references(() => customers.id),
    /** `area.verb`, as the endpoint's id. */
    action: text().notNull(),
    subject: text().notNull(),
    detail: jsonb().notNull(),
    requestId: text().notNull(),
  },
  (table) => [index().on(table.customerId, table.at), index().on(table.userId, table.at)],
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

/** Sign-ins that ended before their tokens ran out; what was issued up to that moment is refused. */
export const endedSessions = pgTable(
  'ended_sessions',
  { key: text().primaryKey(), endedAt: moment().notNull(), expiresAt: moment().notNull() },
  (table) => [index().on(table.expiresAt)],
);

/** Passwords of the built-in sign-in, hashed. */
export const signInAccounts = pgTable('sign_in_accounts', {
  email: text().primaryKey(),
  passwordHash: text().notNull(),
  /** Until when this password may be used to choose one's own; empty for a password that its owner chose. */
  temporaryUntil: moment(),
});

/** Facts about this installation: signing keys of the built-in sign-in, what the demo world was made from. */
export const installationFacts = pgTable('installation_facts', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
});

/** What nodes of the hub tell each other and what is too long for a notification; nobody but the hub's adapter reads it. */
export const hubAttachments = pgTable(
  'hub_attachments',
  { id: id(), createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(), payload: bytes().notNull() },
  (table) => [index().on(table.createdAt)],
);
