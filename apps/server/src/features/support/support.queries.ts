import { hash } from 'node:crypto';
import type { SupplyEventData } from '@yardage/contract/events';
import type { SUPPORT_SORT_KEYS } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import { getSupportTicket } from '@yardage/contract/support';
import { SUPPORT_STATUS, supportStatusLabel } from '@yardage/domain/support-rules';
import type { Actor, Database, Member, Transaction } from '#server/database/database';
import { and, eq, gt, type SQL, sql } from '#server/database/drizzle';
import { type DayRange, type ListDeclaration, pageQuery, tablesOf, withinDays } from '#server/database/page-query';
import { asRead, isoMoment, jsonObject, nameById } from '#server/database/sql';
import { supportAttachments, supportTickets } from '#server/database/tables/service';
import { recordEvent } from '#server/features/events/events.queries';
import type { Picture } from '#server/features/pictures/pictures';
import { isMemberInForce, memberHoldsAny } from '#server/http/member-in-force.queries';
import { nameAtCustomer } from '#server/http/member-name.queries';

/** The status names of SUP-03 in SQL; an unknown status is shown as Pending. */
const knownStatus = Object.fromEntries(Object.values(SUPPORT_STATUS).map((id) => [id, supportStatusLabel(id)]));
const statusName = sql`coalesce(${nameById(sql`t.status_id`, knownStatus)}, 'Pending')`;

const accountFields = {
  dataSourceName: sql`d.name`,
  displayName: sql`c.display_name`,
  customerNumber: sql`c.customer_number`,
  globalCustomerNumber: sql`c.global_customer_number`,
};

const supportList: ListDeclaration<(typeof SUPPORT_SORT_KEYS)[number]> = {
  from: sql`support_tickets t`,
  join: sql`left join customers c on c.id = t.customer_id`,
  joinForFields: sql`join data_sources d on d.id = c.data_source_id`,
  key: sql`t.id`,
  mainDate: sql`t.created_at`,
  fields: {
    id: sql`t.id`,
    title: sql`t.title`,
    assignedToName: sql`t.assigned_to_name`,
    status: sql`t.status_id`,
    createdDate: isoMoment(sql`t.created_at`),
    ...accountFields,
  },
  search: {
    own: [sql`t.id::text`, sql`t.title`, sql`t.description`, sql`t.assigned_to_name`],
    referred: [
      {
        key: sql`t.customer_id`,
        id: sql`c.id`,
        table: sql`customers c`,
        texts: [sql`c.display_name`, sql`c.company_name`, sql`c.customer_number`, sql`c.global_customer_number`],
      },
    ],
  },
  sort: {
    id: sql`t.id`,
    title: asRead(sql`t.title`),
    assignedToName: asRead(sql`t.assigned_to_name`),
    status: sql`t.status_id`,
    createdDate: sql`t.created_at`,
    displayName: asRead(sql`c.display_name`),
  },
};

/** Staff see the requests of all customers, each in the time zone of its data source. */
const timeZone = sql`d.time_zone`;
const deskList = { ...supportList, fields: { ...supportList.fields, timeZone } };

/** Limits the requests to one customer; staff see those of all customers. */
const ownerCondition = (actor: Actor): SQL => (actor === 'system' ? sql`true` : sql`t.customer_id = ${actor.customerId}`);

/** Returns a page of support requests, optionally filtered by days and status, as JSON. */
export async function listSupportRequests(
  database: Database,
  actor: Actor,
  request: PageRequest,
  filter: { days?: DayRange; status: number | undefined },
): Promise<string> {
  const conditions: [SQL, ...SQL[]] = [ownerCondition(actor)];
  if (filter.days) conditions.push(...withinDays(supportList.mainDate, filter.days));
  if (filter.status !== undefined) conditions.push(sql`t.status_id = ${filter.status}`);
  return (await database.read(actor, pageQuery(actor === 'system' ? deskList : supportList, request, conditions))) as string;
}

const detailFields = {
  id: sql`t.id`,
  ...accountFields,
  customerName: sql`c.company_name`,
  title: sql`t.title`,
  description: sql`t.description`,
  categoryName: sql`category.name`,
  typeName: sql`kind.name`,
  status: sql`t.status_id`,
  statusName,
  assignedToName: sql`t.assigned_to_name`,
  assignedToEmail: sql`t.assigned_to_email`,
  createdDate: isoMoment(sql`t.created_at`),
  modifiedDate: isoMoment(sql`t.modified_at`),
  replies: sql`(select coalesce(json_agg(${jsonObject({
    id: sql`reply.id`,
    authorName: sql`reply.author_name`,
    message: sql`reply.message`,
    createdDate: isoMoment(sql`reply.created_at`),
  })} order by reply.id), '[]') from support_replies reply where reply.support_ticket_id = t.id)`,
};

/** Further fields for staff. */
const deskFields = {
  timeZone,
  version: sql`t.version`,
  creator: sql`(select ${jsonObject({
    name: nameAtCustomer('u.id', 't.customer_id'),
    email: sql`u.email`,
    phone: sql`nullif(m.phone, '')`,
    hasAccess: sql`u.is_enabled and coalesce(${isMemberInForce()} and ${memberHoldsAny(getSupportTicket.access.anyOf)}, false)`,
  })} from users u left join members m on m.user_id = u.id and m.customer_id = t.customer_id where u.id = t.created_by
    order by m.is_enabled desc nulls last limit 1)`,
};

/** Returns one request with its answers, and for staff with who asked, as JSON. Returns undefined if it belongs to another customer. */
export async function findSupportRequest(database: Database, actor: Actor, id: number): Promise<string | undefined> {
  const fields = actor === 'system' ? { ...detailFields, ...deskFields } : detailFields;
  return database.read(
    actor,
    sql`select ${jsonObject(fields)}::text as answer from ${tablesOf(supportList)}
        join support_categories category on category.id = t.category_id join support_types kind on kind.id = t.type_id
        where t.id = ${id} and ${ownerCondition(actor)}`,
  );
}

/** Returns the pictures of a request, or undefined if there is no such request. */
export async function listAttachments(
  database: Database,
  actor: Actor,
  ticketId: number,
): Promise<{ id: number; fileName: string }[] | undefined> {
  return database.read(
    actor,
    sql`select (select coalesce(json_agg(json_build_object('id', a.id, 'fileName', a.file_name) order by a.id), '[]')
          from support_attachments a where a.support_ticket_id = t.id) as answer
        from support_tickets t where t.id = ${ticketId} and ${ownerCondition(actor)}`,
  );
}

/** Returns one picture with its content. */
export async function findAttachment(database: Database, actor: Actor, ticketId: number, id: number): Promise<Picture | undefined> {
  return database.transaction(actor, async ({ orm }) => {
    const [row] = await orm
      .select({
        fileName: supportAttachments.fileName,
        contentType: supportAttachments.contentType,
        content: supportAttachments.content,
      })
      .from(supportAttachments)
      .where(
        and(
          eq(supportAttachments.id, id),
          eq(supportAttachments.supportTicketId, ticketId),
          actor === 'system' ? undefined : eq(supportAttachments.customerId, actor.customerId),
        ),
      );
    return row as Picture | undefined;
  });
}

/** Returns the categories and types, as JSON. */
export async function findOptions(database: Database, actor: Member): Promise<string> {
  const choices = (table: string) =>
    sql`(select json_agg(json_build_object('id', id, 'name', name) order by id) from ${sql.identifier(table)})`;
  const options = jsonObject({ categories: choices('support_categories'), types: choices('support_types') });
  return (await database.read(actor, sql`select ${options}::text as answer`)) as string;
}

export type NewSupportRequest = Pick<
  typeof supportTickets.$inferInsert,
  'customerId' | 'title' | 'description' | 'categoryId' | 'typeId'
> & {
  createdBy: number;
};

/**
 * Stores a request with its pictures, unless the same user sent an identical one within the last seconds. Returns the id and whether it is
 * new.
 */
export async function insertSupportRequestOnce(
  transaction: Transaction,
  request: NewSupportRequest,
  pictures: Picture[],
  withinSeconds: number,
): Promise<{ id: number; isNew: boolean }> {
  const { orm } = transaction;
  const prints = pictures.map(({ content }) => hash('sha256', content, 'hex')).join(' ');
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify([request, prints])}, 1))`);
  const [twin] = await orm
    .select({ id: supportTickets.id })
    .from(supportTickets)
    .where(
      and(
        eq(supportTickets.customerId, request.customerId),
        eq(supportTickets.createdBy, request.createdBy),
        eq(supportTickets.title, request.title),
        eq(supportTickets.description, request.description),
        eq(supportTickets.categoryId, request.categoryId),
        eq(supportTickets.typeId, request.typeId),
        gt(supportTickets.createdAt, sql`now() - make_interval(secs => ${withinSeconds})`),
        sql`(select coalesce(string_agg(encode(sha256(a.content), 'hex'), ' ' order by a.id), '')
             from support_attachments a where a.support_ticket_id = ${supportTickets.id}) = ${prints}`,
      ),
    )
    .limit(1);
  if (twin) return { id: twin.id, isNew: false };
  const [stored] = await orm
    .insert(supportTickets)
    .values({ ...request, statusId: 1 })
    .returning({ id: supportTickets.id });
  if (!stored) throw new Error('the support request was not stored');
  await insertPictures(transaction, request.customerId, stored.id, pictures);
  return { id: stored.id, isNew: true };
}

async function insertPictures({ orm }: Transaction, customerId: number, ticketId: number, pictures: Picture[]): Promise<void> {
  if (pictures.length === 0) return;
  await orm.insert(supportAttachments).values(pictures.map((picture) => ({ ...picture, customerId, supportTicketId: ticketId })));
}

/** Records for the supplier's systems that a request was opened. */
export async function recordOpened(transaction: Transaction, id: number): Promise<void> {
  const { rows } = await transaction.orm.execute<{ customer_id: string; data: SupplyEventData<'support.opened'> }>(
    sql`select t.customer_id, json_build_object('supportRequestId', t.id, 'title', t.title, 'description', t.description, 'category', c.name,
          'kind', k.name, 'openedBy', (select m.email from members m where m.user_id = t.created_by and m.customer_id = t.customer_id)) as data
        from support_tickets t join support_categories c on c.id = t.category_id join support_types k on k.id = t.type_id where t.id = ${id}`,
  );
  if (rows[0]) await recordEvent(transaction, 'support.opened', Number(rows[0].customer_id), rows[0].data);
}
