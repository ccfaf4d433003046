import { getRequest, type RequestProposal } from '@yardage/contract/order-requests';
import type { AlertFacts } from '@yardage/domain/alerts';
import { MEMBER_STATUS } from '@yardage/domain/member-rules';
import type { Database, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { jsonObject } from '#server/database/sql';
import { firstNameAtCustomer } from '#server/http/member-name.queries';
import { REQUEST_MAIL_MESSAGES as MESSAGES } from './order-requests.messages.ts';

/** The kind of the mail about an answer. */
export const ANSWER_MAIL_KIND = 'request-answer';

/** Queues a mail to everybody who asked for one of the requests and may still see it, about dispatch's last step. */
export async function queueAnswerMails({ client }: Pick<Transaction, 'client'>, requestIds: readonly number[]): Promise<void> {
  await client.query(
    `insert into outgoing_mails (customer_id, requested_by, document_kind, document_reference, to_addresses, cc_addresses, bcc_addresses, subject,
       message, next_try_at)
     select r.customer_id, null, $2, jsonb_build_object('stepId', step.id), array[u.email], '{}', '{}', format($3::text, r.number), '', now()
     from order_requests r join users u on u.id = r.created_by and u.is_enabled
       cross join lateral (select e.id from order_request_events e where e.request_id = r.id order by e.id desc limit 1) as step
     where r.id = any($1::bigint[])
       and exists (select from members m join role_permissions may on may.role_id = m.role_id and may.code = any($4::text[])
         where m.customer_id = r.customer_id and m.user_id = u.id and m.status_id = ${MEMBER_STATUS.approved} and m.is_enabled)
     order by r.id`,
    // `%s` is filled in by PostgreSQL with each request's number, because one statement queues the mails of several requests.
    [requestIds, ANSWER_MAIL_KIND, MESSAGES.queuedSubject('%s'), getRequest.access.anyOf],
  );
}

/** A step of a request as its mail describes it. */
export interface AnsweredStep {
  answer: NonNullable<AlertFacts['answer']>;
  note: string | null;
  proposal: RequestProposal | null;
  requestId: number;
  number: string;
  job: string;
  firstName: string;
  globalCustomerNumber: string;
  timeZone: string;
  unitOfMeasure: string;
}

/** Returns a step for its mail. */
export async function findAnsweredStep(database: Database, id: number): Promise<AnsweredStep | undefined> {
  const step = jsonObject({
    answer: sql`case e.action when 'supply' then 'confirm' else e.action end`,
    note: sql`e.note`,
    proposal: sql`e.proposal`,
    requestId: sql`r.id`,
    number: sql`r.number`,
    job: sql`r.job`,
    firstName: sql`coalesce(${firstNameAtCustomer('r.created_by', 'r.customer_id')}, '')`,
    globalCustomerNumber: sql`c.global_customer_number`,
    timeZone: sql`d.time_zone`,
    unitOfMeasure: sql`p.unit_of_measure`,
  });
  return database.read<AnsweredStep>(
    'system',
    sql`select ${step} as answer from order_request_events e join order_requests r on r.id = e.request_id join customers c on c.id = r.customer_id
        join data_sources d on d.id = c.data_source_id join products p on p.id = r.product_id where e.id = ${id}`,
  );
}
