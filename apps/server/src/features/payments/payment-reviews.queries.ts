import type { DESK_PAYMENT_SORT_KEYS, PaymentReviewReason } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import { FAILED_CODES, PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import type { Database, Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { type ListDeclaration, pageQuery, tablesOf } from '#server/database/page-query';
import { dollars, isoMoment, jsonObject } from '#server/database/sql';
import { settlesAtOnce } from './payment-endings.queries.ts';

/** A card is charged within seconds. A bank takes days for an e-check. */
const UNRESOLVED_AFTER = { card: sql.raw(`interval '15 minutes'`), any: sql.raw(`interval '8 days'`) };
/** Older returns were handled before this list existed. */
const RETURNS_SINCE = sql.raw(`interval '30 days'`);

/** The processor's words. Earlier versions stored them with an English prefix, which is removed; screens add a translated one. */
const DETAIL = sql`regexp_replace(r.detail, '^The processor says: ', '')`;

/** Opens a review of a payment by a person. A review for the same reason is opened again only if the processor says something else. */
export async function requestReview({ orm }: Transaction, paymentId: number, reason: PaymentReviewReason, detail = ''): Promise<void> {
  await orm.execute(
    sql`insert into payment_reviews as r (customer_id, payment_id, reason, detail) select customer_id, id, ${reason}, ${detail} from payments where id = ${paymentId}
        on conflict (payment_id, reason) do update set detail = excluded.detail, created_at = now(), done_at = null, done_by = null, version = r.version + 1
          where ${DETAIL} <> excluded.detail`,
  );
}

/**
 * Opens reviews of payments whose outcome has been unknown for too long or that were returned, and closes reviews of those that are
 * resolved.
 */
export async function refreshReviews({ orm }: Transaction): Promise<void> {
  const isUnresolved = sql`p.payment_result = ${PAYMENT_RESULTS.pending} and p.resolve_after is not null
    and (p.started_at < now() - ${UNRESOLVED_AFTER.any} or (${settlesAtOnce(sql`p.method`)} and p.started_at < now() - ${UNRESOLVED_AFTER.card}))`;
  const isReturned = sql`p.result_code = ${sql.raw(String(FAILED_CODES.returned))} and coalesce(p.returned_at, p.settled_at, p.started_at) > now() - ${RETURNS_SINCE}`;
  const add = (reason: PaymentReviewReason, condition: SQL) => sql`
    insert into payment_reviews (customer_id, payment_id, reason) select p.customer_id, p.id, ${reason} from payments p where ${condition}
      and not exists (select from payment_reviews r where r.payment_id = p.id and r.reason = ${reason})
    on conflict do nothing`;
  await orm.execute(add('unresolved', isUnresolved));
  await orm.execute(add('returned', isReturned));
  await orm.execute(sql`update payment_reviews r set done_at = now(), version = r.version + 1 from payments p
    where r.reason = 'unresolved' and r.done_at is null and p.id = r.payment_id and p.payment_result <> ${PAYMENT_RESULTS.pending}`);
}

/** The reviews `r` that nobody has marked as done. */
export const isOpenReview = sql`r.done_at is null`;

const reviewList: ListDeclaration<(typeof DESK_PAYMENT_SORT_KEYS)[number]> = {
  from: sql`payment_reviews r`,
  join: sql`left join payments p on p.id = r.payment_id`,
  joinForFields: sql`left join customers c on c.id = r.customer_id left join data_sources d on d.id = c.data_source_id
    left join users u on u.id = r.done_by`,
  key: sql`r.id`,
  mainDate: sql`r.created_at`,
  fields: {
    id: sql`r.id`,
    version: sql`r.version`,
    reason: sql`r.reason`,
    detail: DETAIL,
    createdAt: isoMoment(sql`r.created_at`),
    note: sql`r.note`,
    doneAt: isoMoment(sql`r.done_at`),
    doneBy: sql`u.first_name || ' ' || u.last_name`,
    cartId: sql`p.cart_id`,
    processorId: sql`p.payment_id`,
    method: sql`p.method`,
    amount: dollars(sql`coalesce(p.charged_cents, p.amount_cents)`),
    paymentResult: sql`p.payment_result`,
    statusMessage: sql`p.status_message`,
    startedAt: isoMoment(sql`p.started_at`),
    payerEmail: sql`p.payer_email`,
    globalCustomerNumber: sql`c.global_customer_number`,
    customerName: sql`c.display_name`,
    timeZone: sql`d.time_zone`,
  },
  search: {
    own: [sql`r.detail`, sql`r.note`],
    referred: [
      {
        key: sql`r.payment_id`,
        id: sql`found.id`,
        table: sql`payments found`,
        texts: [sql`found.cart_id`, sql`found.payment_id`, sql`found.payer_email`],
        amounts: [sql`coalesce(found.charged_cents, found.amount_cents)`],
      },
      {
        key: sql`r.customer_id`,
        id: sql`account.id`,
        table: sql`customers account`,
        texts: [sql`account.global_customer_number`, sql`account.customer_number`, sql`account.display_name`, sql`account.company_name`],
      },
    ],
  },
  sort: { createdAt: sql`r.created_at`, startedAt: sql`p.started_at`, amount: sql`coalesce(p.charged_cents, p.amount_cents)` },
};

export interface ReviewFilter {
  state: '' | 'open' | 'done';
  reason: '' | PaymentReviewReason;
}

/** Returns a page of reviews as JSON. */
export async function listReviews(database: Database, request: PageRequest, { state, reason }: ReviewFilter): Promise<string> {
  const conditions: [SQL, ...SQL[]] = [sql`true`];
  if (state !== '') conditions.push(state === 'open' ? isOpenReview : sql`r.done_at is not null`);
  if (reason !== '') conditions.push(sql`r.reason = ${reason}`);
  return (await database.read('system', pageQuery(reviewList, request, conditions))) as string;
}

/** Returns one review as it is listed, as JSON. */
export async function findReview(database: Database, id: number): Promise<string | undefined> {
  return database.read(
    'system',
    sql`select ${jsonObject(reviewList.fields)}::text as answer from ${tablesOf(reviewList)} where r.id = ${id}`,
  );
}

/** A review that is about to change. */
export interface LockedReview {
  version: number;
  note: string | null;
  paymentId: number;
  customerId: number;
  cartId: string;
  reason: PaymentReviewReason;
}

export async function lockReview({ orm }: Transaction, id: number): Promise<LockedReview | undefined> {
  const { rows } = await orm.execute<{ answer: LockedReview }>(
    sql`select json_build_object('paymentId', r.payment_id, 'customerId', r.customer_id, 'reason', r.reason, 'version', r.version, 'note', r.note,
          'cartId', (select p.cart_id from payments p where p.id = r.payment_id)) as answer
        from payment_reviews r where r.id = ${id} for update`,
  );
  return rows[0]?.answer;
}

/** Writes the note, and marks the review as done or open. `done_by` is the user who changed it from open to done, whoever edits it later. */
export async function updateReview(
  { orm }: Transaction,
  id: number,
  { note, isDone, userId }: { note: string | null; isDone: boolean; userId: number },
): Promise<void> {
  await orm.execute(
    sql`update payment_reviews set note = ${note}, version = version + 1,
          done_by = case when ${isDone}::boolean then case when done_at is null then ${userId}::bigint else done_by end end,
          done_at = case when ${isDone}::boolean then coalesce(done_at, now()) end
        where id = ${id}`,
  );
}
