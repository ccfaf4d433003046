import type { answerDeskSupport, getDeskSupport, listDeskSupport } from '@yardage/contract/desk';
import type { Answer, Input } from '@yardage/contract/endpoint';
import { getSupportTicket } from '@yardage/contract/support';
import { withCustomer } from '@yardage/domain/customer-link';
import { SUPPORT_STATUS_NAMES } from '@yardage/domain/names.messages';
import { supportStatusLabel } from '@yardage/domain/support-rules';
import { z } from 'zod';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { findSupportRequest, listSupportRequests } from '#server/features/support/support.queries';
import { listAttachments, openAttachment } from '#server/features/support/support.service';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import { type Caller, fullName } from '#server/http/scope';
import { DESK_MESSAGES, REPLY_MAIL_MESSAGES } from './desk.messages.ts';
import * as queries from './desk-support.queries.ts';

const MAIL_KIND = 'support-reply';

/** Support requests of all customers, for staff. */
export function deskSupportService({ database, mail, branding, publicUrl, desk }: AreaServices) {
  const write = async ({ replyId }: { replyId: number }) => {
    const reply = orNotFound(await queries.findReply(database, replyId));
    const subject = REPLY_MAIL_MESSAGES.subject(String(reply.ticketId), reply.title);
    return { subject, text: replyText(reply, (await branding.current()).platformName, publicUrl) };
  };
  mail.declareNotice(MAIL_KIND, z.strictObject({ replyId: z.int() }), write, { codes: getSupportTicket.access.anyOf });

  return {
    async list(query: Input<typeof listDeskSupport>['query']): Promise<JsonText<Answer<typeof listDeskSupport>>> {
      const { status, ...page } = query;
      return new JsonText(await listSupportRequests(database, 'system', page, { status: status ? Number(status) : undefined }));
    },

    async detail(id: number): Promise<JsonText<Answer<typeof getDeskSupport>>> {
      return new JsonText(orNotFound(await findSupportRequest(database, 'system', id)));
    },

    attachments: (id: number) => listAttachments(database, 'system', id, `/api/desk/support/${id}`),

    attachment: (id: number, attachmentId: number) => openAttachment(database, 'system', id, attachmentId),

    /** Replies to a support request or changes its status, and assigns it to the caller. */
    async answer(caller: Caller, id: number, { status, reply, version }: Input<typeof answerDeskSupport>['body'], requestId: string) {
      await database.transaction('system', async (transaction) => {
        const request = orNotFound(await queries.lockSupportRequest(transaction, id));
        if (version !== undefined && request.version !== version) throw new ApiError('conflict', { detail: DESK_MESSAGES.supportChanged });
        if (!reply && status === request.statusId) throw new ApiError('conflict', { detail: DESK_MESSAGES.statusUnchanged });
        const authorName = fullName(caller);
        await queries.setSupportStatus(transaction, id, status, { name: authorName, email: caller.email });
        const { customerId, title, creator } = request;
        if (reply) {
          const entry = { customerId, supportTicketId: id, authorId: caller.userId, authorName, message: reply };
          const replyId = await queries.insertReply(transaction, entry);
          const notice = { documentKind: MAIL_KIND, reference: { replyId }, subject: REPLY_MAIL_MESSAGES.subject(String(id), title) };
          if (creator) await mail.queueNotice(transaction, { ...notice, to: creator.email, customerId, requestedBy: caller.userId });
        }
        const detail = { ticketId: id, from: request.statusId, to: status, isAnswered: Boolean(reply) };
        await recordAudit(transaction, {
          userId: caller.userId,
          customerId,
          action: 'desk.answer-support',
          subject: title,
          detail,
          requestId,
        });
      });
      desk.announceDesk('support');
      return { message: DESK_MESSAGES.updated };
    },
  };
}

/** The text of the mail about an answer, in the current language. */
function replyText(
  { firstName, authorName, message, ticketId, statusId, globalCustomerNumber }: queries.ReplyFacts,
  platformName: string,
  publicUrl: string,
): string {
  const link = `${publicUrl}${withCustomer(`/support?request=${ticketId}`, globalCustomerNumber)}`;
  return [
    REPLY_MAIL_MESSAGES.hello(firstName),
    REPLY_MAIL_MESSAGES.answered(authorName, String(ticketId)),
    message,
    REPLY_MAIL_MESSAGES.status(SUPPORT_STATUS_NAMES[supportStatusLabel(statusId)], link),
    platformName,
  ].join('\n\n');
}
