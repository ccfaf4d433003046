import { getDeskMail, listDeskMails, sendFailedMailsAgain, sendMailAgain } from '@yardage/contract/desk-mails';
import { api } from '#web/lib/api.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import type { ListParams } from '#web/lib/query/endpoint-query.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { DESK_MAILS_MESSAGES } from './desk-mails.messages.ts';

/** The state of mails changes without any action on this page. */
const POLL_MS = 10_000;

/** A page of the mails, read again every few seconds. */
export function mailsQuery(query: ListParams<typeof listDeskMails>) {
  return { ...endpointQuery(listDeskMails, { query }, { failureText: DESK_MAILS_MESSAGES.listFailed }), refetchInterval: POLL_MS };
}

/** One mail, fetched again at the same interval. */
export function mailQuery(id: number) {
  return { ...endpointQuery(getDeskMail, { params: { id } }, { failureText: DESK_MAILS_MESSAGES.detailFailed }), refetchInterval: POLL_MS };
}

/** Sends one failed mail again, or all. */
export function sendAgain(which: number | 'all', attempt: Attempt) {
  return which === 'all'
    ? api.call(sendFailedMailsAgain, {}, { attempt })
    : api.call(sendMailAgain, { params: { id: which } }, { attempt });
}
