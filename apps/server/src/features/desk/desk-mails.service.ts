import type { getDeskMail, listDeskMails } from '@yardage/contract/desk-mails';
import type { Answer, Input } from '@yardage/contract/endpoint';
import type { Database } from '#server/database/database';
import { type AuditAuthor, recordAudit } from '#server/features/audit/audit.queries';
import { markRefused, requeueMails } from '#server/features/mail/mail-queue.queries';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import { DESK_MAILS_MESSAGES } from './desk-mails.messages.ts';
import { findMail, listMails } from './desk-mails.queries.ts';

/** The mail queue as staff see it. */
export function deskMailsService(database: Database) {
  return {
    async list({ state, ...page }: Input<typeof listDeskMails>['query']): Promise<JsonText<Answer<typeof listDeskMails>>> {
      return new JsonText(await listMails(database, page, state));
    },

    async find(id: number): Promise<JsonText<Answer<typeof getDeskMail>>> {
      return new JsonText(orNotFound(await findMail(database, id)));
    },

    /** Sends one refused mail again, or all. Returns how many. */
    async sendAgain(which: number | 'all', author: AuditAuthor<number | null>): Promise<number> {
      return database.transaction('system', async (transaction) => {
        const mailIds = await requeueMails(transaction, which);
        if (mailIds.length === 0 && which !== 'all') throw new ApiError('conflict', { detail: DESK_MAILS_MESSAGES.notFailed });
        if (mailIds.length > 0) {
          const subject = which === 'all' ? 'all' : String(which);
          await recordAudit(transaction, { ...author, customerId: null, action: 'desk.send-mail-again', subject, detail: { mailIds } });
        }
        return mailIds.length;
      });
    },

    /** Ends a mail that waits to be sent. */
    async giveUp(id: number, reason: string, author: AuditAuthor<number | null>): Promise<void> {
      await database.transaction('system', async (transaction) => {
        if (!(await markRefused(transaction, id, reason, []))) throw new ApiError('conflict', { detail: DESK_MAILS_MESSAGES.notWaiting });
        await recordAudit(transaction, {
          ...author,
          customerId: null,
          action: 'desk.give-up-mail',
          subject: String(id),
          detail: { reason },
        });
      });
    },
  };
}
