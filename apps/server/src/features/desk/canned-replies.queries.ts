import type { CannedReply } from '@yardage/contract/canned-replies';
import type { Database, Transaction } from '#server/database/database';
import { eq, type SQL, sql } from '#server/database/drizzle';
import { jsonObject } from '#server/database/sql';
import { cannedReplies } from '#server/database/tables/chats';

const replyJson = jsonObject({
  id: sql`r.id`,
  dataSource: sql`d.code`,
  dataSourceName: sql`d.name`,
  title: sql`r.title`,
  message: sql`r.message`,
});
const from: SQL = sql`canned_replies r join data_sources d on d.id = r.data_source_id`;

export interface RepliesAndSources {
  items: CannedReply[];
  dataSources: { code: string; name: string }[];
}

/** Returns all canned replies by title, and the data sources that can have them. */
export async function listReplies(database: Database): Promise<RepliesAndSources> {
  const found = await database.read<RepliesAndSources>(
    'system',
    sql`select json_build_object(
          'items', (select coalesce(json_agg(${replyJson} order by d.name, lower(r.title), r.id), '[]') from ${from}),
          'dataSources', (select coalesce(json_agg(json_build_object('code', code, 'name', name) order by name), '[]') from data_sources)) as answer`,
  );
  return found ?? { items: [], dataSources: [] };
}

export async function findReply({ orm }: Transaction, id: number): Promise<CannedReply | undefined> {
  const { rows } = await orm.execute<{ answer: CannedReply }>(sql`select ${replyJson} as answer from ${from} where r.id = ${id}`);
  return rows[0]?.answer;
}

/** Returns a reply, locked until the transaction ends. */
export async function lockReply(transaction: Transaction, id: number): Promise<CannedReply | undefined> {
  await transaction.orm.execute(sql`select from canned_replies r where r.id = ${id} for update`);
  return findReply(transaction, id);
}

/** Stores a reply. Returns undefined if there is no such data source. */
export async function insertReply({ orm }: Transaction, dataSource: string, title: string, message: string): Promise<number | undefined> {
  const { rows } = await orm.execute<{ id: string }>(
    sql`insert into canned_replies (data_source_id, title, message) select id, ${title}, ${message} from data_sources where code = ${dataSource} returning id`,
  );
  return rows[0] && Number(rows[0].id);
}

export async function updateReply({ orm }: Transaction, id: number, content: { title: string; message: string }): Promise<void> {
  await orm.update(cannedReplies).set(content).where(eq(cannedReplies.id, id));
}

export async function deleteReply({ orm }: Transaction, id: number): Promise<void> {
  await orm.delete(cannedReplies).where(eq(cannedReplies.id, id));
}
