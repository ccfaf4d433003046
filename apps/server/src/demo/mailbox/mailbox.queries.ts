import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { isoMoment, jsonObject } from '#server/database/sql';

/** A mail in the list. */
export interface MailRow {
  id: number;
  receivedAt: string;
  recipients: string[];
  subject: string;
  attachmentCount: number;
}

export interface MailboxPage {
  total: number;
  mails: MailRow[];
}

/** Returns the newest mails, or those older than the given one. */
export async function listMails(database: Database, beforeId: number | undefined, limit: number): Promise<MailboxPage> {
  const row = jsonObject({
    id: sql`m.id`,
    receivedAt: isoMoment(sql`m.received_at`),
    recipients: sql`m.recipients`,
    subject: sql`m.subject`,
    attachmentCount: sql`jsonb_array_length(m.attachments)`,
  });
  const newest = sql`
    select id, received_at, recipients, subject, attachments from demo_mailbox
    where ${beforeId ?? null}::bigint is null or id < ${beforeId ?? null}::bigint
    order by id desc limit ${limit}`;
  const page = jsonObject({
    total: sql`(select count(*) from demo_mailbox)`,
    mails: sql`(select coalesce(json_agg(${row} order by m.id desc), '[]') from (${newest}) as m)`,
  });
  return (await database.read<MailboxPage>('system', sql`select ${page} as answer`)) ?? { total: 0, mails: [] };
}

export interface MailDetail {
  id: number;
  receivedAt: string;
  sender: string;
  recipients: string[];
  subject: string;
  body: string;
  attachments: { fileName: string; sizeBytes: number }[];
}

/** Returns a mail with the names of its attachments. */
export async function findMail(database: Database, id: number): Promise<MailDetail | undefined> {
  const attachment = jsonObject({
    fileName: sql`a.value->>'fileName'`,
    sizeBytes: sql`octet_length(decode(a.value->>'base64', 'base64'))`,
  });
  const mail = jsonObject({
    id: sql`m.id`,
    receivedAt: isoMoment(sql`m.received_at`),
    sender: sql`m.sender`,
    recipients: sql`m.recipients`,
    subject: sql`m.subject`,
    body: sql`m.body`,
    attachments: sql`(select coalesce(json_agg(${attachment} order by a.ordinality), '[]')
      from jsonb_array_elements(m.attachments) with ordinality as a)`,
  });
  return database.read<MailDetail>('system', sql`select ${mail} as answer from demo_mailbox m where m.id = ${id}`);
}

export interface MailFile {
  fileName: string;
  contentType: string;
  base64: string;
}

/** Returns an attachment by its index, from 0. */
export async function findAttachment(database: Database, mailId: number, index: number): Promise<MailFile | undefined> {
  const file = await database.read<MailFile | null>(
    'system',
    sql`select m.attachments -> ${index}::int as answer from demo_mailbox m where m.id = ${mailId}`,
  );
  return file ?? undefined;
}
