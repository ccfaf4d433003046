import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text } from '../drizzle.ts';
import { customerReference, dataSources, users } from './accounts.ts';
import { bytes, day, id, moment, reference } from './columns.ts';

/** News for the dashboard. Without a data source, everybody sees it. */
export const announcements = pgTable('announcements', {
  id: id(),
  dataSourceId: integer().references(() => dataSources.id),
  title: text().notNull(),
  body: text().notNull(),
  postedOn: day().notNull(),
  expiresOn: day(),
  /** Written at the desk and not by the supplier's systems. */
  isOfDesk: boolean().notNull().default(false),
  /** The data sources of an announcement of the desk; null for everybody. `dataSourceId` is the first of them. */
  dataSourceIds: integer().array(),
  updatedBy: reference().references(() => users.id),
  updatedAt: moment(),
});

/** The fields of a contact that is written at the desk. */
const deskContactFields = () => ({
  /** `account-rep`, `sales-rep` or `regional-manager`. */
  kind: text().notNull(),
  name: text().notNull(),
  email: text().notNull(),
  phone: text().notNull(),
  updatedBy: reference().references(() => users.id),
  updatedAt: moment().notNull().defaultNow(),
});

/** Contacts of one customer, which take precedence over those of the supplier's systems. */
export const customerDeskContacts = pgTable(
  'customer_desk_contacts',
  {
    customerId: customerReference(),
    ...deskContactFields(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.kind] })],
);

/** Contacts of all customers of a data source for whom nobody else is named. */
export const dataSourceContacts = pgTable(
  'data_source_contacts',
  {
    dataSourceId: integer()
      .notNull()
      .references(() => dataSources.id),
    ...deskContactFields(),
  },
  (table) => [primaryKey({ columns: [table.dataSourceId, table.kind] })],
);

/** The branding that is edited at the desk; one row at most. */
export const deskBranding = pgTable('desk_branding', {
  id: boolean().primaryKey().default(true),
  settings: jsonb().notNull(),
  logo: bytes(),
  logoType: text(),
  version: text().notNull(),
  updatedBy: reference().references(() => users.id),
  updatedAt: moment().notNull().defaultNow(),
});

export const supportCategories = pgTable('support_categories', {
  id: integer().primaryKey(),
  name: text().notNull(),
});

export const supportTypes = pgTable('support_types', {
  id: integer().primaryKey(),
  name: text().notNull(),
});

export const supportTickets = pgTable(
  'support_tickets',
  {
    id: id(),
    customerId: customerReference(),
    title: text().notNull(),
    description: text().notNull(),
    categoryId: integer()
      .notNull()
      .references(() => supportCategories.id),
    typeId: integer()
      .notNull()
      .references(() => supportTypes.id),
    /** 1 open, 2 in progress, 3 resolved, 4 closed. */
    statusId: smallint().notNull(),
    assignedToName: text(),
    assignedToEmail: text(),
    createdBy: reference().references(() => users.id),
    createdAt: moment().notNull().defaultNow(),
    modifiedAt: moment().notNull().defaultNow(),
    /** Counted up by each change. */
    version: integer().notNull().default(1),
  },
  (table) => [index().on(table.customerId, table.createdAt, table.id)],
);

export const supportAttachments = pgTable(
  'support_attachments',
  {
    id: id(),
    customerId: customerReference(),
    supportTicketId: reference()
      .notNull()
      .references(() => supportTickets.id),
    fileName: text().notNull(),
    contentType: text().notNull(),
    content: bytes().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index().on(table.supportTicketId)],
);

/** The supplier's replies to support requests. */
export const supportReplies = pgTable(
  'support_replies',
  {
    id: id(),
    customerId: customerReference(),
    supportTicketId: reference()
      .notNull()
      .references(() => supportTickets.id),
    authorId: reference().references(() => users.id),
    authorName: text().notNull(),
    message: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index().on(table.supportTicketId)],
);
