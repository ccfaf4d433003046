import type { answerDispute, closeDispute, getDeskDispute, listDeskDisputes } from '@yardage/contract/desk-disputes';
import { getDispute } from '@yardage/contract/disputes';
import type { Answer, Input } from '@yardage/contract/endpoint';
import { withCustomer } from '@yardage/domain/customer-link';
import type { DisputeOutcome } from '@yardage/domain/disputes';
import { DISPUTE_STATUS_NAMES } from '@yardage/domain/disputes.messages';
import { z } from 'zod';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { JsonText } from '#server/http/answers';
import { orNotFound } from '#server/http/api-error';
import { type Caller, fullName } from '#server/http/scope';
import { DISPUTE_MAIL_MESSAGES } from './disputes.messages.ts';
import * as queries from './disputes.queries.ts';
import { lockUndecided, moveDispute, openFile } from './disputes.service.ts';

const MAIL_KIND = 'dispute-answer';

/** Disputes of all customers, for the credit desk (APY-03). */
export function deskDisputesService({ database, mail, branding, publicUrl, records, desk }: AreaServices) {
  const writeMail = async ({ entryId }: { entryId: number }) => {
    const answer = orNotFound(await queries.findAnswer(database, entryId));
    return { subject: subjectOf(answer), text: answerText(answer, (await branding.current()).platformName, publicUrl) };
  };
  mail.declareNotice(MAIL_KIND, z.strictObject({ entryId: z.int() }), writeMail, { codes: getDispute.access.anyOf });

  const detail = async (id: number): Promise<JsonText<Answer<typeof getDeskDispute>>> =>
    new JsonText(orNotFound(await queries.findDeskDispute(database, id)));

  /** Writes an answer or the end of a dispute, and mails it to the customer. */
  const write = async (
    caller: Caller,
    id: number,
    { outcome, message, version }: { outcome: DisputeOutcome | 'closed'; message: string; version: number },
    requestId: string,
  ) => {
    const { userId } = caller;
    const { customerId, globalCustomerNumber } = await database.transaction('system', async (transaction) => {
      const dispute = await lockUndecided(transaction, 'system', id, version);
      const { customerId, documentNumber, creator } = dispute;
      const isClosed = outcome === 'closed';
      await moveDispute(transaction, dispute, isClosed ? { state: 'closed', outcome: dispute.outcome } : { state: 'answered', outcome });
      const entry = { customerId, disputeId: id, authorId: userId, authorName: fullName(caller), isStaff: true, message };
      const entryId = await queries.insertEntry(
        transaction,
        isClosed ? { ...entry, kind: 'closed' } : { ...entry, kind: 'answered', outcome },
      );
      const subject = subjectOf({ documentNumber, outcome });
      const notice = { documentKind: MAIL_KIND, reference: { entryId }, subject, customerId, requestedBy: userId };
      if (creator) await mail.queueNotice(transaction, { ...notice, to: creator.email });
      await queries.recordDisputeEvent(transaction, isClosed ? 'dispute.closed' : 'dispute.answered', id, caller.email);
      const what = { disputeId: id, from: dispute.outcome ?? dispute.state, outcome };
      const action = isClosed ? 'desk.close-dispute' : 'desk.answer-dispute';
      await recordAudit(transaction, { userId, customerId, action, subject: documentNumber, detail: what, requestId });
      return dispute;
    });
    records.announceRecords([{ customerId, globalCustomerNumber, resource: 'disputes', ids: [id] }]);
    desk.announceDesk('disputes');
    return detail(id);
  };

  return {
    detail,

    async list({ view, reason, ...page }: Input<typeof listDeskDisputes>['query']): Promise<JsonText<Answer<typeof listDeskDisputes>>> {
      return new JsonText(await queries.listDeskDisputes(database, page, { view, reason }));
    },

    file: (id: number, fileId: number) => openFile(database, 'system', id, fileId),

    /** Answers a dispute at the version that the caller has seen. A later answer replaces an earlier one. */
    answer: (caller: Caller, id: number, { outcome, message, version }: Input<typeof answerDispute>['body'], requestId: string) =>
      write(caller, id, { outcome, message, version }, requestId),

    /** Ends a dispute that was settled outside the portal. Nothing is held back any more. */
    close: (caller: Caller, id: number, { message, version }: Input<typeof closeDispute>['body'], requestId: string) =>
      write(caller, id, { outcome: 'closed', message, version }, requestId),
  };
}

const subjectOf = ({ documentNumber, outcome }: Pick<queries.AnswerFacts, 'documentNumber' | 'outcome'>): string =>
  DISPUTE_MAIL_MESSAGES.subject(documentNumber, DISPUTE_STATUS_NAMES[outcome]);

/** The text of the mail about an answer, in the current language. */
function answerText(answer: queries.AnswerFacts, platformName: string, publicUrl: string): string {
  const { firstName, authorName, message, outcome, documentNumber, disputeId, globalCustomerNumber } = answer;
  const path = `/invoices?status=All&invoice=${encodeURIComponent(documentNumber)}&dispute=${disputeId}`;
  return [
    DISPUTE_MAIL_MESSAGES.hello(firstName),
    DISPUTE_MAIL_MESSAGES.answered(authorName, documentNumber),
    message,
    DISPUTE_MAIL_MESSAGES.status(DISPUTE_STATUS_NAMES[outcome], `${publicUrl}${withCustomer(path, globalCustomerNumber)}`),
    platformName,
  ].join('\n\n');
}
