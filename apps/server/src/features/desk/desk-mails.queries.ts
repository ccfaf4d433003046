import type { DESK_MAIL_SORT_KEYS, DeskMailState } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import type { Database } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { type ListDeclaration, pageQuery, tablesOf } from '#server/database/page-query';
import { isoMoment, jsonObject } from '#server/database/sql';

/** The names of the states in the table. */
const STORED: Readonly<Record<DeskMailState, string>> = { waiting: 'queued', sent: 'sent', failed: 'dead' };
const recipients = sql`(m.to_addresses || m.cc_addresses || m.bcc_addresses)`;

/** The text of a mail and the reference that it is made from are not listed: they may lead to a private link. */
const mailList: ListDeclaration<(typeof DESK_MAIL_SORT_KEYS)[number]> = {
  from: sql`outgoing_mails m`,
  joinForFields: sql`left join customers c on c.id = m.customer_id left join users u on u.id = m.requested_by`,
  key: sql`m.id`,
  mainDate: sql`m.created_at`,
  fields: {
    id: sql`m.id`,
    subject: sql`m.subject`,
    recipients,
    state: sql`case m.state when 'queued' then 'waiting' when 'sent' then 'sent' else 'failed' end`,
    reason: sql`m.last_error`,
    attempts: sql`m.attempts`,
    nextTryAt: sql`case when m.state = 'queued' then ${isoMoment(sql`m.next_try_at`)} end`,
    createdAt: isoMoment(sql`m.created_at`),
    sentAt: isoMoment(sql`m.sent_at`),
    globalCustomerNumber: sql`c.global_customer_number`,
    customerName: sql`c.display_name`,
    requestedBy: sql`u.first_name || ' ' || u.last_name`,
  },
  search: { own: [sql`m.subject`, sql`array_to_string(${recipients}, ' ')`, sql`m.last_error`] },
  sort: { createdAt: sql`m.created_at` },
};

/** Returns a page of the mails in a state, or of all, as JSON. */
export async function listMails(database: Database, request: PageRequest, state: DeskMailState | ''): Promise<string> {
  const condition: SQL = state === '' ? sql`true` : sql`m.state = ${STORED[state]}`;
  return (await database.read('system', pageQuery(mailList, request, [condition]))) as string;
}

/** Returns one mail as it is listed, as JSON. */
export async function findMail(database: Database, id: number): Promise<string | undefined> {
  return database.read('system', sql`select ${jsonObject(mailList.fields)}::text as answer from ${tablesOf(mailList)} where m.id = ${id}`);
}
