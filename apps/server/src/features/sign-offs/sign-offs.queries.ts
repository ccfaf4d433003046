import type { SignOffEventType } from '@yardage/contract/events';
import type { RejectReason } from '@yardage/domain/sign-offs';
import { TICKET_STATUS } from '@yardage/domain/tickets';
import { type Actor, type Database, type Member, NO_USER_ID, type Transaction } from '#server/database/database';
import { and, eq, type SQL, sql } from '#server/database/drizzle';
import { type DayRange, withinDays } from '#server/database/page-query';
import { matching } from '#server/database/search';
import { idArray, isoMoment, jsonObject, textArray } from '#server/database/sql';
import { events } from '#server/database/tables/integration';
import { ticketSignOffPhotos, ticketSignOffs } from '#server/database/tables/sales';
import type { Picture } from '#server/features/pictures/pictures';

/** Whether the load of ticket `t` was received or rejected, by its last entry. */
export const signOffStateOf: SQL = sql`(select case when s.is_rejected then 'rejected' else 'signed' end
  from ticket_sign_offs s where s.ticket_id = t.id order by s.id desc limit 1)`;

/** Whether the load of ticket `t` was rejected: the SQL function has the rule. */
export const isRejectedLoad: SQL = sql.raw('is_rejected_load(t.id)');

/** The rule of `is_rejected_load`, written out for sums over many tickets: PostgreSQL would call the function once for each of them. */
export const IS_REJECTED_LOAD = `exists (select from ticket_sign_offs s where s.ticket_id = t.id and s.is_rejected
    and not exists (select from ticket_sign_offs later where later.corrects_id = s.id))`;

/** The tickets `t` of loads that were signed for, were rejected, wait for a signature, or any of these. */
type SignOffFilter = 'signed' | 'rejected' | 'unsigned' | 'any';

const isNotCorrected = sql`not exists (select from ticket_sign_offs later where later.corrects_id = s.id)`;
const hasEntry = sql`exists (select from ticket_sign_offs s where s.ticket_id = t.id)`;
/** As `canBeSigned` has it. */
const isSignable = sql`(t.status_id >= ${sql.raw(String(TICKET_STATUS.onJob))} and not t.is_cancelled)`;

/** Conditions on the entry that counts. */
export interface EntryFilter {
  signOff: SignOffFilter;
  /** Words of the name of who received or rejected the load. */
  by?: string | undefined;
  /** When it was signed. */
  signed?: DayRange | undefined;
}

/** Returns conditions for tickets `t` by the entry that counts. */
export function bySignOff({ signOff, by, signed }: EntryFilter): SQL[] {
  if (signOff === 'unsigned') return [isSignable, sql`not ${hasEntry}`];
  const conditions = [
    sql`s.ticket_id = t.id`,
    isNotCorrected,
    ...(signOff === 'any' ? [] : [signOff === 'rejected' ? sql`s.is_rejected` : sql`not s.is_rejected`]),
    ...(signed ? withinDays(sql`s.signed_at`, signed) : []),
    ...matching({ own: [sql`s.received_by`] }, by),
  ];
  const isFound = sql`exists (select from ticket_sign_offs s where ${sql.join(conditions, sql` and `)})`;
  return [signOff === 'any' && !by && !signed ? sql`(${isSignable} or ${isFound})` : isFound];
}

/** The entry that counts, for a list of tickets. */
export interface CurrentSignOff {
  ticketId: number;
  isRejected: boolean;
  rejectReason: RejectReason | null;
  receivedBy: string;
  signedAt: string;
}

/** Returns the entries that count of tickets, in any order. */
export async function findCurrentSignOffs(database: Database, actor: Member, ticketIds: readonly number[]): Promise<CurrentSignOff[]> {
  const entry = jsonObject({
    ticketId: sql`s.ticket_id`,
    isRejected: sql`s.is_rejected`,
    rejectReason: sql`s.reject_reason`,
    receivedBy: sql`s.received_by`,
    signedAt: isoMoment(sql`s.signed_at`),
  });
  const found = await database.read<CurrentSignOff[]>(
    actor,
    sql`select coalesce(json_agg(${entry}), '[]') as answer from ticket_sign_offs s
        where s.customer_id = ${actor.customerId} and s.ticket_id = any(${idArray(ticketIds)}) and ${isNotCorrected}`,
  );
  return found ?? [];
}

/** Why the load of ticket `t` was rejected; null if it was not. */
export const rejectReasonOf: SQL = sql`(select s.reject_reason from ticket_sign_offs s where s.ticket_id = t.id and s.is_rejected
    and not exists (select from ticket_sign_offs later where later.corrects_id = s.id) order by s.id desc limit 1)`;

const path = sql`'/api/customers/' || url_part(c.global_customer_number) || '/tickets/' || t.id || '/sign-offs/' || s.id`;

/** The entries about ticket `t` of customer `c`, oldest first, as JSON. */
export const signOffsOf: SQL = sql`(select coalesce(json_agg(${jsonObject({
  id: sql`s.id`,
  correctsId: sql`s.corrects_id`,
  isCorrected: sql`exists (select from ticket_sign_offs later where later.corrects_id = s.id)`,
  isRejected: sql`s.is_rejected`,
  rejectReason: sql`s.reject_reason`,
  receivedBy: sql`s.received_by`,
  waterGallons: sql`s.water_gallons`,
  slumpInches: sql`s.slump_inches`,
  airPercent: sql`s.air_percent`,
  temperatureF: sql`s.temperature_f`,
  notes: sql`s.notes`,
  signedAt: isoMoment(sql`s.signed_at`),
  arrivedAt: isoMoment(sql`s.arrived_at`),
  signedBy: sql`s.signed_by_name`,
  signature: sql`case when s.signature is not null then ${path} || '/signature' end`,
  photos: sql`(select coalesce(json_agg(${jsonObject({
    id: sql`photo.id`,
    fileName: sql`photo.file_name`,
    photo: sql`${path} || '/photos/' || photo.id`,
  })} order by photo.id), '[]') from ticket_sign_off_photos photo where photo.sign_off_id = s.id)`,
})} order by s.id), '[]') from ticket_sign_offs s where s.ticket_id = t.id)`;

/** An entry that arrived under a client's key. */
export interface KnownSignOff {
  id: number;
  ticketId: number;
  signedBy: number;
}

/** Returns the entry with the client's key, if it arrived already. */
export async function findByKey(database: Database, actor: Member, clientKey: string): Promise<KnownSignOff | undefined> {
  return database.read<KnownSignOff>(
    actor,
    sql`select json_build_object('id', id, 'ticketId', ticket_id, 'signedBy', signed_by) as answer from ticket_sign_offs
        where customer_id = ${actor.customerId} and client_key = ${clientKey}`,
  );
}

/** The current state of a load, locked until the transaction ends, so that two people cannot both sign first. */
export interface HeldTicket {
  ticketNumber: string;
  statusId: number;
  isCancelled: boolean;
  /** Whether the entry that counts rejects the load. */
  isRejected: boolean;
  /** The entry that counts. */
  currentId: number | null;
  /** The entry with the client's key: the same one may arrive twice at once, and the second waits for the lock. */
  twin: KnownSignOff | null;
}

export async function holdTicket(
  { client }: Transaction,
  actor: Member,
  ticketId: number,
  clientKey: string,
): Promise<HeldTicket | undefined> {
  // Lock the order first, as events of trucks do, because the entry decides whether all loads of the order came.
  await client.query(
    'select id from orders where id = (select order_id from tickets where id = $1 and customer_id = $2) for no key update',
    [ticketId, actor.customerId],
  );
  await client.query('select id from tickets where id = $1 and customer_id = $2 for no key update', [ticketId, actor.customerId]);
  // A statement of its own: it has to see what the last holder of the lock wrote.
  const { rows } = await client.query<HeldTicket>(
    `select ticket_number as "ticketNumber", status_id as "statusId", is_cancelled as "isCancelled", is_rejected_load(t.id) as "isRejected",
       (select max(s.id) from ticket_sign_offs s where s.ticket_id = t.id)::int as "currentId",
       (select json_build_object('id', id, 'ticketId', ticket_id, 'signedBy', signed_by) from ticket_sign_offs s
        where s.customer_id = $2 and s.client_key = $3) as twin
     from tickets t where id = $1 and customer_id = $2`,
    [ticketId, actor.customerId, clientKey],
  );
  return rows[0];
}

type NewSignOff = Omit<typeof ticketSignOffs.$inferInsert, 'id' | 'signedByName' | 'arrivedAt' | 'signedAt'> & {
  /** The time that the client gave; now if it gave none or one in the future. */
  signedAt: string | undefined;
};

/** A photo in both sizes. */
export type SignOffPhoto = Picture & { preview: Buffer };

/** Adds an entry with its photos and returns its id. */
export async function insertSignOff({ orm }: Transaction, entry: NewSignOff, photos: readonly SignOffPhoto[]): Promise<number> {
  const { customerId, signedBy } = entry;
  const [stored] = await orm
    .insert(ticketSignOffs)
    .values({
      ...entry,
      signedAt: sql`least(coalesce(${entry.signedAt ?? null}::timestamptz, now()), now())`,
      signedByName: sql`(select m.first_name || ' ' || m.last_name from members m where m.customer_id = ${customerId} and m.user_id = ${signedBy})`,
    })
    .returning({ id: ticketSignOffs.id });
  if (!stored) throw new Error('the sign-off was not stored');
  if (photos.length > 0)
    await orm.insert(ticketSignOffPhotos).values(photos.map((photo) => ({ ...photo, customerId, signOffId: stored.id })));
  return stored.id;
}

/** Records for other systems that a load was signed for. The reader of the event gets the ticket's state at that time. */
export async function recordSigned(
  { orm }: Transaction,
  type: SignOffEventType,
  customerId: number,
  data: { ticketId: number; signOffId: number },
): Promise<void> {
  await orm.insert(events).values({ type, customerId, data });
}

/** Returns the ticket and the customer of an entry, if the customer belongs to one of the data sources. */
export async function findPlace(
  database: Database,
  id: number,
  dataSources: readonly string[] | null,
): Promise<(Member & { ticketId: number }) | undefined> {
  const isReached = dataSources ? sql`and d.code = any(${textArray(dataSources)})` : sql``;
  const row = jsonObject({ customerId: sql`s.customer_id`, userId: sql.raw(String(NO_USER_ID)), ticketId: sql`s.ticket_id` });
  return database.read(
    'system',
    sql`select ${row} as answer from ticket_sign_offs s join customers c on c.id = s.customer_id join data_sources d on d.id = c.data_source_id
        where s.id = ${id} ${isReached}`,
  );
}

/** Returns the signature of an entry. */
export async function findSignature(database: Database, actor: Member, ticketId: number, id: number): Promise<Buffer | undefined> {
  const found = await database.transaction(actor, ({ orm }) =>
    orm
      .select({ signature: ticketSignOffs.signature })
      .from(ticketSignOffs)
      .where(and(eq(ticketSignOffs.id, id), eq(ticketSignOffs.ticketId, ticketId), eq(ticketSignOffs.customerId, actor.customerId))),
  );
  return found[0]?.signature ?? undefined;
}

/** Returns one photo of an entry. */
export async function findPhoto(
  database: Database,
  actor: Member,
  { ticketId, signOffId, photoId }: { ticketId: number; signOffId: number; photoId: number },
): Promise<Picture | undefined> {
  const found = await database.transaction(actor, ({ orm }) =>
    orm
      .select({
        fileName: ticketSignOffPhotos.fileName,
        contentType: ticketSignOffPhotos.contentType,
        content: ticketSignOffPhotos.content,
      })
      .from(ticketSignOffPhotos)
      .innerJoin(ticketSignOffs, eq(ticketSignOffs.id, ticketSignOffPhotos.signOffId))
      .where(
        and(
          eq(ticketSignOffPhotos.id, photoId),
          eq(ticketSignOffs.id, signOffId),
          eq(ticketSignOffs.ticketId, ticketId),
          eq(ticketSignOffs.customerId, actor.customerId),
        ),
      ),
  );
  return found[0] as Picture | undefined;
}

/** The pictures of an entry, for a document. */
export interface SignOffPictures {
  signature: Buffer | null;
  previews: Buffer[];
}

/** Returns the pictures of entries by their ids, for documents: signatures and small photos. */
export async function findPictures(
  database: Database,
  actor: Actor,
  signOffIds: readonly number[],
): Promise<ReadonlyMap<number, SignOffPictures>> {
  if (signOffIds.length === 0) return new Map();
  const { rows } = await database.transaction(actor, ({ client }) =>
    client.query<SignOffPictures & { id: number }>(
      `select s.id::int, s.signature,
         array(select photo.preview from ticket_sign_off_photos photo where photo.sign_off_id = s.id order by photo.id) as previews
       from ticket_sign_offs s where s.id = any($1::bigint[])`,
      [signOffIds],
    ),
  );
  return new Map(rows.map(({ id, ...pictures }) => [id, pictures]));
}
