import type { StaffRole } from '@yardage/contract/staff-roles';
import { boolean, index, integer, pgTable, primaryKey, smallint, text, unique, uniqueIndex, uuid } from '../drizzle.ts';
import { id, moment, reference } from './columns.ts';

/** One dispatch or accounting system of the supplier, with the time zone of its dates. */
export const dataSources = pgTable('data_sources', {
  id: integer().primaryKey(),
  code: text().notNull().unique(),
  name: text().notNull(),
  timeZone: text().notNull(),
  /** A data source for trials; only the data of such a one can be purged. */
  isTest: boolean().notNull().default(false),
});

export const states = pgTable('states', {
  id: smallint().primaryKey(),
  abbreviation: text().notNull().unique(),
  name: text().notNull(),
});

/** One customer number in one data source: the unit that all data is scoped to. */
export const customers = pgTable(
  'customers',
  {
    id: id(),
    dataSourceId: integer()
      .notNull()
      .references(() => dataSources.id),
    customerNumber: text().notNull(),
    globalCustomerNumber: text().notNull().unique(),
    companyName: text().notNull(),
    displayName: text().notNull(),
    email: text(),
    phone: text(),
    addressLine1: text().notNull(),
    city: text().notNull(),
    stateId: smallint()
      .notNull()
      .references(() => states.id),
    zip: text().notNull(),
    /** Sales tax in millionths. */
    taxRatePpm: integer().notNull(),
    /** References `price_lists`. The foreign key is declared only in the migration, since that table's module imports this one. */
    priceListId: reference().notNull(),
    since: moment().notNull(),
  },
  (table) => [unique().on(table.dataSourceId, table.customerNumber)],
);

/** The column `customer_id` of a table whose rows each belong to one customer. */
export const customerReference = () =>
  reference()
    .notNull()
    .references(() => customers.id);

/** The supplier's staff whom a customer can contact. */
export const contacts = pgTable('contacts', {
  id: id(),
  name: text().notNull(),
  email: text().notNull(),
  phone: text().notNull(),
});

export const customerContacts = pgTable(
  'customer_contacts',
  {
    customerId: customerReference(),
    /** `account-rep`, `sales-rep` or `regional-manager`. */
    kind: text().notNull(),
    contactId: reference()
      .notNull()
      .references(() => contacts.id),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.kind] })],
);

/** A person who signs in. */
export const users = pgTable(
  'users',
  {
    id: id(),
    /** The identity provider's id of the user; null until their first sign-in. */
    subject: text(),
    /** Lower case. */
    email: text().notNull().unique(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    isStaff: boolean().notNull().default(false),
    /** Dispatcher, Credit or Administrator; counts only while `isStaff` is set. */
    staffRole: text().$type<StaffRole>(),
    isEnabled: boolean().notNull().default(true),
    /** Whether the user gets mails about their own payments: receipts, and notices of returned payments. */
    mailsPaymentReceipts: boolean().notNull().default(true),
    mailsPaymentReturns: boolean().notNull().default(true),
    /** The language that the user chose, such as `es`; null until they choose one. */
    language: text(),
    /** The time of the first token that was seen of the latest session. */
    lastSignInAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [uniqueIndex().on(table.subject)],
);

export const roles = pgTable('roles', {
  id: integer().primaryKey(),
  name: text().notNull().unique(),
  description: text().notNull(),
});

export const rolePermissions = pgTable(
  'role_permissions',
  {
    roleId: integer()
      .notNull()
      .references(() => roles.id),
    code: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.roleId, table.code] })],
);

/**
 * A user's access to a customer: requested (1), approved (2) or rejected (3). If approved and enabled, it grants the role's permission
 * codes.
 */
export const members = pgTable(
  'members',
  {
    id: id(),
    /** Null if the request could not be matched to a customer. Staff handle such requests. */
    customerId: reference().references(() => customers.id),
    userId: reference().references(() => users.id),
    roleId: integer().references(() => roles.id),
    statusId: smallint().notNull(),
    isEnabled: boolean().notNull().default(true),
    requestTypeName: text().notNull(),
    /** The language of a request; null for members who were invited, and for requests of earlier versions. */
    language: text(),
    /** Lower case. */
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phone: text().notNull(),
    companyName: text().notNull(),
    customerNumber: text().notNull(),
    addressLine1: text().notNull(),
    city: text().notNull(),
    stateId: smallint()
      .notNull()
      .references(() => states.id),
    zip: text().notNull(),
    country: text().notNull().default('USA'),
    /** Position in the user's own list of customer numbers. */
    position: integer().notNull().default(0),
    requestedAt: moment().notNull().defaultNow(),
    decidedAt: moment(),
    decidedBy: reference().references(() => users.id),
    /** The invitation mail of a member that the supplier's systems sent: `none`, `withheld`, `due` or `sent`. */
    invitation: text().notNull().default('none'),
  },
  (table) => [
    uniqueIndex().on(table.customerId, table.email),
    index().on(table.userId, table.position),
    index().on(table.customerId, table.statusId, table.lastName),
  ],
);

/** Sign-ins that staff detached from a user; they are not linked to that user again. */
export const detachedSignIns = pgTable(
  'detached_sign_ins',
  {
    userId: reference()
      .notNull()
      .references(() => users.id),
    subject: text().notNull(),
    detachedAt: moment().notNull().defaultNow(),
    detachedBy: reference().references(() => users.id),
  },
  (table) => [primaryKey({ columns: [table.userId, table.subject] })],
);

/** A staff member who sees the portal as a user, read only. */
export const viewSessions = pgTable('view_sessions', {
  id: uuid().primaryKey(),
  staffId: reference()
    .notNull()
    .references(() => users.id),
  userId: reference()
    .notNull()
    .references(() => users.id),
  startedAt: moment().notNull().defaultNow(),
  expiresAt: moment().notNull(),
  endedAt: moment(),
  requestId: text().notNull(),
});
