import { getDispute } from '@yardage/contract/disputes';
import type { SupplyEventData } from '@yardage/contract/events';
import type { DESK_DISPUTE_SORT_KEYS, DeskDisputeView } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import type { DisputeOutcome, DisputeProgress, DisputeReason, DisputeState } from '@yardage/domain/disputes';
import type { Actor, Database, Transaction } from '#server/database/database';
import { and, eq, type SQL, sql } from '#server/database/drizzle';
import { type ListDeclaration, pageQuery, tablesOf } from '#server/database/page-query';
import { asRead, dollars, isoMoment, jsonObject } from '#server/database/sql';
import { disputeEntries, disputeFiles, disputes } from '#server/database/tables/disputes';
import { disputedCents } from '#server/features/carts/payable.queries';
import { recordEvent } from '#server/features/events/events.queries';
import { rejectReasonOf } from '#server/features/sign-offs/sign-offs.queries';
import { isMemberInForce, memberHoldsAny } from '#server/http/member-in-force.queries';
import { firstNameAtCustomer } from '#server/http/member-name.queries';
import type { KeptFile } from './dispute-files.ts';
import { agreedPrice, isSettled } from './invoice-match.queries.ts';

const summaryFields = {
  id: sql`d.id`,
  documentNumber: sql`i.document_number`,
  ticketId: sql`d.ticket_id`,
  lineNumber: sql`d.line_number`,
  ticketNumber: sql`t.ticket_number`,
  productNumber: sql`p.number`,
  description: sql`p.description`,
  unitOfMeasure: sql`p.unit_of_measure`,
  reason: sql`d.reason`,
  quantity: sql`d.quantity`,
  amount: dollars(sql`d.amount_cents`),
  state: sql`d.state`,
  outcome: sql`d.outcome`,
  version: sql`d.version`,
  createdDate: isoMoment(sql`d.created_at`),
  modifiedDate: isoMoment(sql`d.modified_at`),
  creditNumber: sql`k.document_number`,
  isSettled,
};
const ownTables = sql`join invoices i on i.id = d.invoice_id`;
const furtherTables = sql`left join tickets t on t.id = d.ticket_id left join products p on p.id = d.product_id left join credits k on k.id = d.credit_id`;
const createdByName = sql`(select entry.author_name from dispute_entries entry where entry.dispute_id = d.id order by entry.id limit 1)`;
const accountFields = {
  customerName: sql`c.display_name`,
  customerNumber: sql`c.customer_number`,
  globalCustomerNumber: sql`c.global_customer_number`,
  dataSourceName: sql`s.name`,
  timeZone: sql`s.time_zone`,
};
const accountTables = sql`join data_sources s on s.id = c.data_source_id`;

const entries = sql`(select coalesce(json_agg(${jsonObject({
  id: sql`entry.id`,
  kind: sql`entry.kind`,
  outcome: sql`entry.outcome`,
  authorName: sql`entry.author_name`,
  isStaff: sql`entry.is_staff`,
  message: sql`entry.message`,
  createdDate: isoMoment(sql`entry.created_at`),
  files: sql`(select coalesce(json_agg(${jsonObject({
    id: sql`file.id`,
    fileName: sql`file.file_name`,
    contentType: sql`file.content_type`,
  })} order by file.id), '[]') from dispute_files file where file.entry_id = entry.id)`,
})} order by entry.id), '[]') from dispute_entries entry where entry.dispute_id = d.id)`;
const detailFields = { ...summaryFields, createdByName, entries };

const ownerCondition = (actor: Actor): SQL => (actor === 'system' ? sql`true` : sql`d.customer_id = ${actor.customerId}`);

/** Returns one dispute with its conversation, as JSON. Undefined if it belongs to another customer. */
export async function findDispute(database: Database, actor: Actor, id: number): Promise<string | undefined> {
  return database.read(
    actor,
    sql`select ${jsonObject(detailFields)}::text as answer from disputes d ${ownTables} ${furtherTables}
        where d.id = ${id} and ${ownerCondition(actor)}`,
  );
}

/** Returns the disputes of an invoice, newest first. */
export async function listDisputesOf<T>(database: Database, actor: Actor, documentNumber: string): Promise<T[]> {
  const found = await database.read<T[]>(
    actor,
    sql`select coalesce(json_agg(${jsonObject(summaryFields)} order by d.id desc), '[]') as answer from disputes d ${ownTables} ${furtherTables}
        where i.document_number = ${documentNumber} and ${ownerCondition(actor)}`,
  );
  return found ?? [];
}

const deskList: ListDeclaration<(typeof DESK_DISPUTE_SORT_KEYS)[number]> = {
  from: sql`disputes d`,
  join: sql`left join customers c on c.id = d.customer_id left join invoices i on i.id = d.invoice_id`,
  joinForFields: sql`${furtherTables} ${accountTables}`,
  key: sql`d.id`,
  mainDate: sql`d.created_at`,
  fields: { ...summaryFields, ...accountFields, createdByName },
  search: {
    own: [sql`d.id::text`],
    amounts: [sql`d.amount_cents`],
    referred: [
      // Few tickets are disputed.
      { key: sql`d.id`, id: sql`x.id`, table: sql`disputes x join tickets t on t.id = x.ticket_id`, texts: [sql`t.ticket_number`] },
      { key: sql`d.product_id`, id: sql`p.id`, table: sql`products p`, texts: [sql`p.number`, sql`p.description`] },
      { key: sql`d.invoice_id`, id: sql`i.id`, table: sql`invoices i`, texts: [sql`i.document_number`] },
      {
        key: sql`d.customer_id`,
        id: sql`c.id`,
        table: sql`customers c`,
        texts: [sql`c.display_name`, sql`c.company_name`, sql`c.customer_number`, sql`c.global_customer_number`],
      },
    ],
  },
  sort: {
    createdDate: sql`d.created_at`,
    amount: sql`d.amount_cents`,
    documentNumber: asRead(sql`i.document_number`),
    customerName: asRead(sql`c.display_name`),
  },
};

/** The disputes `d` that the credit desk has not answered. */
export const isUnanswered = sql`d.state = 'open'`;

const VIEWS: Readonly<Record<DeskDisputeView, SQL>> = {
  'to-answer': isUnanswered,
  answered: sql`d.state = 'answered'`,
  over: sql`d.state in ('withdrawn', 'closed')`,
};

/** Returns a page of the disputes of all customers, as JSON. */
export async function listDeskDisputes(
  database: Database,
  request: PageRequest,
  { view, reason }: { view: '' | DeskDisputeView; reason: '' | DisputeReason },
): Promise<string> {
  const conditions: [SQL, ...SQL[]] = [view === '' ? sql`true` : VIEWS[view]];
  if (reason !== '') conditions.push(sql`d.reason = ${reason}`);
  return (await database.read('system', pageQuery(deskList, request, conditions))) as string;
}

/** Returns a dispute with its account, invoice and line as the credit desk sees it, as JSON. */
export async function findDeskDispute(database: Database, id: number): Promise<string | undefined> {
  const line = jsonObject({
    quantity: sql`line.quantity`,
    ticketQuantity: sql`t.quantity`,
    unitPrice: dollars(sql`line.unit_price_cents`),
    agreedPrice: dollars(sql`agreed.cents`),
    amount: dollars(sql`line.amount_cents`),
    ticketedAt: isoMoment(sql`t.ticketed_at`),
    rejectReason: rejectReasonOf,
  });
  const fields = {
    ...detailFields,
    ...accountFields,
    createdByEmail: sql`(select u.email from users u where u.id = d.created_by)`,
    isCreatorMailed: sql`${creatorOf('system')} is not null`,
    invoiceDate: sql`i.document_date`,
    dueDate: sql`i.due_date`,
    invoiceAmount: dollars(sql`i.total_cents`),
    openAmount: dollars(sql`i.open_cents`),
    line: sql`(select ${line} from ticket_products line join orders o on o.id = t.order_id ${agreedPrice}
      where line.ticket_id = d.ticket_id and line.line_number = d.line_number)`,
  };
  return database.read('system', sql`select ${jsonObject(fields)}::text as answer from ${tablesOf(deskList)} where d.id = ${id}`);
}

/** Returns one file with its content. */
export async function findFile(database: Database, actor: Actor, disputeId: number, id: number): Promise<KeptFile | undefined> {
  return database.transaction(actor, async ({ orm }) => {
    const [row] = await orm
      .select({ fileName: disputeFiles.fileName, contentType: disputeFiles.contentType, content: disputeFiles.content })
      .from(disputeFiles)
      .where(
        and(
          eq(disputeFiles.id, id),
          eq(disputeFiles.disputeId, disputeId),
          actor === 'system' ? undefined : eq(disputeFiles.customerId, actor.customerId),
        ),
      );
    return row;
  });
}

/** An invoice that is about to be disputed, locked until the transaction ends. Amounts are in cents. */
export interface DisputedInvoice {
  id: number;
  isVoid: boolean;
  salesCents: number;
  taxCents: number;
  /** Held back by other disputes. */
  disputedCents: number;
}

/** Locks an invoice of the customer, so that two disputes cannot hold back more than its total. */
export async function lockInvoice({ orm }: Transaction, customerId: number, documentNumber: string): Promise<DisputedInvoice | undefined> {
  const { rows } = await orm.execute<{ id: string }>(
    sql`select i.id from invoices i where i.customer_id = ${customerId} and i.document_number = ${documentNumber} for update`,
  );
  if (!rows[0]) return undefined;
  // A statement of its own: it has to see the disputes that the last holder of the lock wrote.
  const { rows: found } = await orm.execute<{ answer: DisputedInvoice }>(
    sql`select json_build_object('id', i.id, 'isVoid', i.voided_on is not null, 'salesCents', i.sales_cents, 'taxCents', i.tax_cents,
          'disputedCents', ${disputedCents}) as answer
        from invoices i where i.id = ${rows[0].id}`,
  );
  return found[0]?.answer;
}

/** Returns how many cents of an invoice no dispute holds back, before what was paid. Call it after the invoice was locked. */
export async function findLeftToDispute({ orm }: Transaction, invoiceId: number): Promise<number> {
  const { rows } = await orm.execute<{ cents: string }>(
    sql`select i.sales_cents + i.tax_cents - ${disputedCents} as cents from invoices i where i.id = ${invoiceId}`,
  );
  return Number(rows[0]?.cents ?? 0);
}

/** A dispute that is about to change, locked until the transaction ends. */
export interface LockedDispute extends DisputeProgress {
  id: number;
  customerId: number;
  globalCustomerNumber: string;
  invoiceId: number;
  documentNumber: string;
  amountCents: number;
  version: number;
  /** Who gets mail about it; null if they are gone. */
  creator: { email: string } | null;
}

/**
 * Locks a dispute. Undefined if it belongs to another customer. The invoice is locked first, in the same order as supplied records lock them.
 * A request that adds the invoice to the cart then waits for the new state of the dispute.
 */
export async function lockDispute({ orm }: Transaction, actor: Actor, id: number): Promise<LockedDispute | undefined> {
  const disputed = sql`select d.invoice_id from disputes d where d.id = ${id} and ${ownerCondition(actor)}`;
  await orm.execute(sql`select from invoices i where i.id = (${disputed}) for update`);
  const { rows } = await orm.execute<{ answer: LockedDispute }>(
    sql`select json_build_object('id', d.id, 'customerId', d.customer_id, 'state', d.state, 'outcome', d.outcome, 'version', d.version,
          'invoiceId', d.invoice_id, 'amountCents', d.amount_cents,
          'globalCustomerNumber', (select c.global_customer_number from customers c where c.id = d.customer_id),
          'documentNumber', (select i.document_number from invoices i where i.id = d.invoice_id),
          'creator', ${creatorOf(actor)}) as answer
        from disputes d where d.id = ${id} and ${ownerCondition(actor)} for update of d`,
  );
  return rows[0]?.answer;
}

/** Only the system may look at users. A member who left the account, or may not see invoices any more, gets no more mail about it. */
const creatorOf = (actor: Actor): SQL =>
  actor === 'system'
    ? sql`(select json_build_object('email', u.email) from users u join members m on m.user_id = u.id and m.customer_id = d.customer_id
        where u.id = d.created_by and u.is_enabled and ${isMemberInForce()} and ${memberHoldsAny(getDispute.access.anyOf)})`
    : sql`null::json`;

export type NewDispute = Pick<
  typeof disputes.$inferInsert,
  'customerId' | 'invoiceId' | 'ticketId' | 'lineNumber' | 'productId' | 'quantity' | 'amountCents' | 'createdBy'
> & { reason: DisputeReason };

/** Stores a dispute and returns its id. */
export async function insertDispute({ orm }: Transaction, dispute: NewDispute): Promise<number> {
  const [stored] = await orm.insert(disputes).values(dispute).returning({ id: disputes.id });
  if (!stored) throw new Error('the dispute was not stored');
  return stored.id;
}

/** Sets the state and outcome of a dispute and counts the change. */
export async function moveDispute({ orm }: Transaction, id: number, { state, outcome }: DisputeProgress): Promise<void> {
  await orm.execute(
    sql`update disputes set state = ${state}, outcome = ${outcome}, version = version + 1, modified_at = now() where id = ${id}`,
  );
}

export type NewEntry = Pick<
  typeof disputeEntries.$inferInsert,
  'customerId' | 'disputeId' | 'authorId' | 'authorName' | 'isStaff' | 'message'
> & {
  kind: 'opened' | 'message' | 'answered' | 'withdrawn' | 'closed';
  outcome?: DisputeOutcome;
};

/** Adds to the conversation, with its files. Returns the entry's id. */
export async function insertEntry({ orm }: Transaction, entry: NewEntry, files: readonly KeptFile[] = []): Promise<number> {
  const [stored] = await orm.insert(disputeEntries).values(entry).returning({ id: disputeEntries.id });
  if (!stored) throw new Error('the entry was not stored');
  const { customerId, disputeId } = entry;
  if (files.length > 0) {
    await orm.insert(disputeFiles).values(files.map((file) => ({ ...file, customerId, disputeId, entryId: stored.id })));
  }
  return stored.id;
}

/** Counts the files of a dispute. */
export async function countFiles({ orm }: Transaction, disputeId: number): Promise<number> {
  return orm.$count(disputeFiles, eq(disputeFiles.disputeId, disputeId));
}

type DisputeEventType = `dispute.${'opened' | 'reopened' | 'withdrawn' | 'answered' | 'closed'}`;

/** Records for the supplier's systems what happened to a dispute. */
export async function recordDisputeEvent(transaction: Transaction, type: DisputeEventType, id: number, by: string): Promise<void> {
  const { rows } = await transaction.orm.execute<{ customer_id: string; state: DisputeState; data: SupplyEventData<'dispute.answered'> }>(
    sql`select d.customer_id, ${jsonObject({
      disputeId: sql`d.id`,
      invoiceNumber: sql`i.document_number`,
      ticketNumber: sql`t.ticket_number`,
      productNumber: sql`p.number`,
      reason: sql`d.reason`,
      quantity: sql`d.quantity`,
      amount: dollars(sql`d.amount_cents`),
      message: sql`(select entry.message from dispute_entries entry where entry.dispute_id = d.id order by entry.id desc limit 1)`,
      by: sql`${by}::text`,
      outcome: sql`d.outcome`,
    })} as data from disputes d ${ownTables} ${furtherTables} where d.id = ${id}`,
  );
  const [row] = rows;
  if (!row) return;
  const { outcome, ...data } = row.data;
  if (type === 'dispute.answered') await recordEvent(transaction, type, Number(row.customer_id), { ...data, outcome });
  else await recordEvent(transaction, type, Number(row.customer_id), data);
}

/** The contents of the mail about an answer. */
export interface AnswerFacts {
  firstName: string;
  authorName: string;
  message: string;
  outcome: DisputeOutcome | 'closed';
  documentNumber: string;
  disputeId: number;
  globalCustomerNumber: string;
}

/** Returns an answer with its dispute, for the mail. */
export async function findAnswer(database: Database, entryId: number): Promise<AnswerFacts | undefined> {
  return database.read<AnswerFacts>(
    'system',
    sql`select json_build_object('firstName', coalesce(${firstNameAtCustomer('d.created_by', 'd.customer_id')}, ''), 'authorName', e.author_name, 'message', e.message, 'outcome', coalesce(e.outcome, 'closed'),
          'documentNumber', i.document_number, 'disputeId', d.id, 'globalCustomerNumber', c.global_customer_number) as answer
        from dispute_entries e join disputes d on d.id = e.dispute_id join invoices i on i.id = d.invoice_id join customers c on c.id = d.customer_id
        where e.id = ${entryId}`,
  );
}
