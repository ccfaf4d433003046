import type { AnnouncementFields } from '@yardage/contract/desk-announcements';
import type { ContactKind, DeskContact } from '@yardage/contract/desk-contacts';
import type { DESK_ANNOUNCEMENT_SORT_KEYS } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import type { Database, Transaction } from '#server/database/database';
import { and, eq, sql } from '#server/database/drizzle';
import { type ListDeclaration, pageQuery } from '#server/database/page-query';
import { asRead, isoMillisecond } from '#server/database/sql';
import { announcements, customerDeskContacts, dataSourceContacts } from '#server/database/tables/service';

/** Dashboards compare with today in the customer's time zone. These are the first and the last of those days where an announcement is read. */
const todays = sql`cross join lateral (
  select coalesce(min(local.day), current_date) as earliest, coalesce(max(local.day), current_date) as latest from (
    select (now() at time zone d.time_zone)::date as day from data_sources d
    where a.data_source_id is null or d.id = any(coalesce(a.data_source_ids, array[a.data_source_id]))) as local) as today`;

const announcementList: ListDeclaration<(typeof DESK_ANNOUNCEMENT_SORT_KEYS)[number]> = {
  from: sql`announcements a`,
  joinForFields: todays,
  key: sql`a.id`,
  mainDate: sql`a.posted_on`,
  fields: {
    id: sql`a.id`,
    title: sql`a.title`,
    body: sql`a.body`,
    postedOn: sql`a.posted_on`,
    expiresOn: sql`a.expires_on`,
    dataSources: sql`(select json_agg(d.code order by d.code) from data_sources d
      where d.id = any(coalesce(a.data_source_ids, array[a.data_source_id])))`,
    state: sql`case when a.posted_on > today.latest then 'scheduled' when a.expires_on < today.earliest then 'ended' else 'shown' end`,
    isOfDesk: sql`a.is_of_desk`,
    updatedAt: isoMillisecond(sql`a.updated_at`),
    updatedBy: sql`(select u.email from users u where u.id = a.updated_by)`,
  },
  search: { own: [sql`a.title`, sql`a.body`] },
  sort: { postedOn: sql`a.posted_on`, title: asRead(sql`a.title`), expiresOn: sql`a.expires_on` },
};

/** Returns a page of all announcements as JSON. */
export async function listAnnouncements(database: Database, request: PageRequest): Promise<string> {
  return (await database.read('system', pageQuery(announcementList, request, [sql`true`]))) as string;
}

/** Returns the ids of data sources in the order of their codes; undefined if one is unknown. */
export async function findSources({ orm }: Transaction, codes: readonly string[]): Promise<number[] | undefined> {
  const { rows } = await orm.execute<{ id: number }>(
    sql`select id from data_sources where code in (${sql.join(
      codes.map((code) => sql`${code}`),
      sql`, `,
    )}) order by code`,
  );
  return rows.length === new Set(codes).size ? rows.map(({ id }) => id) : undefined;
}

type Stored = Omit<AnnouncementFields, 'dataSources'> & { dataSourceIds: number[] | null; updatedBy: number };

/** `data_source_id` is the first of the chosen ones, for versions that know only one. */
const rowOf = ({ dataSourceIds, ...fields }: Stored) => ({
  ...fields,
  dataSourceIds,
  dataSourceId: dataSourceIds?.[0] ?? null,
  isOfDesk: true,
  updatedAt: new Date(),
});

/** Stores a new announcement of the desk. */
export async function insertAnnouncement({ orm }: Transaction, stored: Stored): Promise<void> {
  await orm.insert(announcements).values(rowOf(stored));
}

const ofDesk = (id: number) => and(eq(announcements.id, id), eq(announcements.isOfDesk, true));

/** Returns when an announcement of the desk was changed, locked until the transaction ends. Undefined if there is none with the id. */
export async function lockAnnouncement({ orm }: Transaction, id: number): Promise<{ updatedAt: string | null } | undefined> {
  const { rows } = await orm.execute<{ answer: { updatedAt: string | null } }>(
    sql`select json_build_object('updatedAt', ${isoMillisecond(sql`a.updated_at`)}) as answer from announcements a
        where a.id = ${id} and a.is_of_desk for update of a`,
  );
  return rows[0]?.answer;
}

/** Changes an announcement of the desk. */
export async function updateAnnouncement({ orm }: Transaction, id: number, stored: Stored): Promise<void> {
  await orm.update(announcements).set(rowOf(stored)).where(ofDesk(id));
}

/** Deletes an announcement of the desk. Returns its title; undefined if there is none with the id. */
export async function deleteAnnouncement({ orm }: Transaction, id: number): Promise<string | undefined> {
  const [deleted] = await orm.delete(announcements).where(ofDesk(id)).returning({ title: announcements.title });
  return deleted?.title;
}

/** Returns the contacts that were written at the desk. */
export async function listContacts(database: Database): Promise<DeskContact[]> {
  const person = sql`'name', x.name, 'email', x.email, 'phone', x.phone, 'updatedAt', ${isoMillisecond(sql`x.updated_at`)},
    'updatedBy', (select u.email from users u where u.id = x.updated_by)`;
  const found = await database.read<DeskContact[]>(
    'system',
    sql`select coalesce(json_agg(entry order by source_name, customer_name nulls first, kind), '[]') as answer from (
        select json_build_object('kind', x.kind, 'dataSource', d.code, 'dataSourceName', d.name, 'customer', null, ${person}) as entry,
          d.name as source_name, null as customer_name, x.kind
        from data_source_contacts x join data_sources d on d.id = x.data_source_id
        union all
        select json_build_object('kind', x.kind, 'dataSource', d.code, 'dataSourceName', d.name,
          'customer', json_build_object('globalCustomerNumber', c.global_customer_number, 'displayName', c.display_name), ${person}),
          d.name, c.display_name, x.kind
        from customer_desk_contacts x join customers c on c.id = x.customer_id join data_sources d on d.id = c.data_source_id) as entries`,
  );
  return found ?? [];
}

/** The record that a contact belongs to. */
export type ContactOwner = { customerId: number } | { dataSourceId: number };

/** Returns the customer or data source of a contact. */
export async function findContactOwner(
  { orm }: Transaction,
  by: { globalCustomerNumber: string } | { dataSource: string },
): Promise<ContactOwner | undefined> {
  if ('dataSource' in by) {
    const { rows } = await orm.execute<{ id: number }>(sql`select id from data_sources where code = ${by.dataSource}`);
    return rows[0] && { dataSourceId: rows[0].id };
  }
  const { rows } = await orm.execute<{ id: string }>(
    sql`select id from customers where global_customer_number = ${by.globalCustomerNumber}`,
  );
  return rows[0] && { customerId: Number(rows[0].id) };
}

interface ContactPerson {
  name: string;
  email: string;
  phone: string;
  updatedBy: number;
}

/** A contact as it is stored, with the time of its last change. */
export interface StoredContact extends Omit<ContactPerson, 'updatedBy'> {
  updatedAt: string;
}

const contactOf = (owner: ContactOwner, kind: ContactKind) =>
  'customerId' in owner
    ? sql`customer_desk_contacts as x where x.customer_id = ${owner.customerId} and x.kind = ${kind}`
    : sql`data_source_contacts as x where x.data_source_id = ${owner.dataSourceId} and x.kind = ${kind}`;

/** Returns the contact of a kind, locked until the transaction ends. */
export async function lockContact({ orm }: Transaction, owner: ContactOwner, kind: ContactKind): Promise<StoredContact | undefined> {
  const { rows } = await orm.execute<{ answer: StoredContact }>(
    sql`select json_build_object('name', x.name, 'email', x.email, 'phone', x.phone, 'updatedAt', ${isoMillisecond(sql`x.updated_at`)}) as answer
        from ${contactOf(owner, kind)} for update of x`,
  );
  return rows[0]?.answer;
}

/** Writes a contact, over the locked one if `isReplacing`. Returns false if somebody else has just written one. */
export async function saveContact(
  { orm }: Transaction,
  owner: ContactOwner,
  kind: ContactKind,
  { isReplacing, ...person }: ContactPerson & { isReplacing: boolean },
): Promise<boolean> {
  const change = { ...person, updatedAt: new Date() };
  const setWhere = sql`${isReplacing}::boolean`;
  if ('customerId' in owner) {
    const target = [customerDeskContacts.customerId, customerDeskContacts.kind];
    const adding = orm.insert(customerDeskContacts).values({ ...owner, kind, ...change });
    return (await adding.onConflictDoUpdate({ target, set: change, setWhere }).returning({ kind: customerDeskContacts.kind })).length > 0;
  }
  const target = [dataSourceContacts.dataSourceId, dataSourceContacts.kind];
  const adding = orm.insert(dataSourceContacts).values({ ...owner, kind, ...change });
  return (await adding.onConflictDoUpdate({ target, set: change, setWhere }).returning({ kind: dataSourceContacts.kind })).length > 0;
}

/** Deletes a contact. */
export async function deleteContact({ orm }: Transaction, owner: ContactOwner, kind: ContactKind): Promise<void> {
  await orm.execute(sql`delete from ${contactOf(owner, kind)}`);
}
