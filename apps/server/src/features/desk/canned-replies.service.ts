import type { CannedReply, changeCannedReply } from '@yardage/contract/canned-replies';
import type { Input } from '@yardage/contract/endpoint';
import type { Database, Transaction } from '#server/database/database';
import { type AuditAuthor, recordAudit } from '#server/features/audit/audit.queries';
import { ApiError, orNotFound } from '#server/http/api-error';
import { CANNED_REPLIES_MESSAGES } from './canned-replies.messages.ts';
import * as queries from './canned-replies.queries.ts';

/** Answers that dispatchers use often, kept by Administrators. */
export function cannedRepliesService(database: Database) {
  const audit = (
    transaction: Transaction,
    author: AuditAuthor,
    verb: 'add' | 'change' | 'delete',
    { id, title, dataSource }: CannedReply,
  ) =>
    recordAudit(transaction, {
      ...author,
      customerId: null,
      action: `desk.${verb}-canned-reply`,
      subject: title,
      detail: { id, dataSource },
    });

  return {
    list: () => queries.listReplies(database),

    async add(
      { dataSource, title, message }: { dataSource: string; title: string; message: string },
      author: AuditAuthor,
    ): Promise<CannedReply> {
      return database.transaction('system', async (transaction) => {
        const id = await queries.insertReply(transaction, dataSource, title, message);
        if (id === undefined) {
          throw new ApiError('validation-failed', { fieldErrors: { dataSource: [CANNED_REPLIES_MESSAGES.unknownDataSource] } });
        }
        const reply = orNotFound(await queries.findReply(transaction, id));
        await audit(transaction, author, 'add', reply);
        return reply;
      });
    },

    async change(id: number, { replaces, ...content }: Input<typeof changeCannedReply>['body'], author: AuditAuthor): Promise<CannedReply> {
      return database.transaction('system', async (transaction) => {
        const { title, message } = orNotFound(await queries.lockReply(transaction, id));
        const isSeen = !replaces || (replaces.title === title && replaces.message === message);
        if (!isSeen) throw new ApiError('conflict', { detail: CANNED_REPLIES_MESSAGES.changed });
        await queries.updateReply(transaction, id, content);
        const reply = orNotFound(await queries.findReply(transaction, id));
        await audit(transaction, author, 'change', reply);
        return reply;
      });
    },

    async remove(id: number, author: AuditAuthor): Promise<{ message: string }> {
      await database.transaction('system', async (transaction) => {
        await audit(transaction, author, 'delete', orNotFound(await queries.findReply(transaction, id)));
        await queries.deleteReply(transaction, id);
      });
      return { message: CANNED_REPLIES_MESSAGES.deleted };
    },
  };
}
