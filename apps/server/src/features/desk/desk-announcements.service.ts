import type { AnnouncementFields, listDeskAnnouncements, updateAnnouncement } from '@yardage/contract/desk-announcements';
import type { deleteDeskContact, saveDeskContact } from '@yardage/contract/desk-contacts';
import type { Answer, Input } from '@yardage/contract/endpoint';
import type { AuditAction } from '@yardage/domain/audit.messages';
import type { Transaction } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { Caller } from '#server/http/scope';
import { DESK_MESSAGES } from './desk.messages.ts';
import * as queries from './desk-announcements.queries.ts';

const fieldError = (field: string, message: string) => new ApiError('validation-failed', { fieldErrors: { [field]: [message] } });

/** Announcements and contacts that are written at the desk (decision 38). */
export function deskAnnouncementsService({ database }: AreaServices) {
  const write = (
    { userId }: Caller,
    { action, subject, requestId, detail = {} }: { action: AuditAction; subject: string; requestId: string; detail?: object },
    work: (transaction: Transaction) => Promise<void>,
  ) =>
    database.transaction('system', async (transaction) => {
      await work(transaction);
      await recordAudit(transaction, { userId, customerId: null, action, subject, detail, requestId });
    });

  const stored = async (transaction: Transaction, { userId }: Caller, { dataSources, ...fields }: AnnouncementFields) => {
    const dataSourceIds = dataSources === null ? null : await queries.findSources(transaction, dataSources);
    if (dataSourceIds === undefined) throw fieldError('dataSources', DESK_MESSAGES.dataSourceUnknown);
    return { ...fields, dataSourceIds, updatedBy: userId };
  };

  return {
    async list(query: Input<typeof listDeskAnnouncements>['query']): Promise<JsonText<Answer<typeof listDeskAnnouncements>>> {
      return new JsonText(await queries.listAnnouncements(database, query));
    },

    async add(caller: Caller, fields: AnnouncementFields, requestId: string) {
      await write(caller, { action: 'announcements.add', subject: fields.title, detail: detailOf(fields), requestId }, async (open) =>
        queries.insertAnnouncement(open, await stored(open, caller, fields)),
      );
      return { message: DESK_MESSAGES.announcementSaved };
    },

    /** One that the supplier's systems sent is not found here: the next delivery would overwrite the change. */
    async update(caller: Caller, id: number, { replaces, ...fields }: Input<typeof updateAnnouncement>['body'], requestId: string) {
      await write(
        caller,
        { action: 'announcements.update', subject: fields.title, detail: { id, ...detailOf(fields) }, requestId },
        async (open) => {
          const before = orNotFound(await queries.lockAnnouncement(open, id));
          if (replaces !== undefined && before.updatedAt !== replaces) {
            throw new ApiError('conflict', { detail: DESK_MESSAGES.announcementChanged });
          }
          await queries.updateAnnouncement(open, id, await stored(open, caller, fields));
        },
      );
      return { message: DESK_MESSAGES.announcementSaved };
    },

    async remove({ userId }: Caller, id: number, requestId: string) {
      await database.transaction('system', async (transaction) => {
        const subject = orNotFound(await queries.deleteAnnouncement(transaction, id));
        await recordAudit(transaction, { userId, customerId: null, action: 'announcements.delete', subject, detail: { id }, requestId });
      });
      return { message: DESK_MESSAGES.announcementDeleted };
    },

    contacts: () => queries.listContacts(database),

    async saveContact(caller: Caller, body: Input<typeof saveDeskContact>['body'], requestId: string) {
      const { kind, dataSource, globalCustomerNumber, replaces, ...person } = body;
      const owner = ownerOf({ dataSource, globalCustomerNumber });
      const { userId } = caller;
      await database.transaction('system', async (open) => {
        const found = await queries.findContactOwner(open, owner);
        if (!found) throw fieldError(Object.keys(owner)[0] ?? '', DESK_MESSAGES.contactOwnerUnknown);
        const before = await queries.lockContact(open, found, kind);
        if (before && before.updatedAt !== replaces) throw new ApiError('conflict', { detail: DESK_MESSAGES.contactExists(before.name) });
        const isSaved = await queries.saveContact(open, found, kind, { ...person, updatedBy: userId, isReplacing: before !== undefined });
        if (!isSaved) throw new ApiError('conflict');
        const detail = { kind, ...owner, ...(before && { before: personOf(before) }), after: personOf(person) };
        await recordAudit(open, { userId, customerId: null, action: 'contacts.save', subject: person.name, detail, requestId });
      });
      return { message: DESK_MESSAGES.contactSaved };
    },

    async removeContact(
      caller: Caller,
      { kind, dataSource, globalCustomerNumber }: Input<typeof deleteDeskContact>['query'],
      requestId: string,
    ) {
      const owner = ownerOf({ dataSource, globalCustomerNumber });
      const { userId } = caller;
      await database.transaction('system', async (open) => {
        const found = orNotFound(await queries.findContactOwner(open, owner));
        const before = personOf(orNotFound(await queries.lockContact(open, found, kind)));
        await queries.deleteContact(open, found, kind);
        await recordAudit(open, {
          userId,
          customerId: null,
          action: 'contacts.delete',
          subject: kind,
          detail: { ...owner, before },
          requestId,
        });
      });
      return { message: DESK_MESSAGES.contactDeleted };
    },
  };
}

const personOf = ({ name, email, phone }: { name: string; email: string; phone: string }) => ({ name, email, phone });

const detailOf = ({ postedOn, expiresOn, dataSources }: AnnouncementFields) => ({ postedOn, expiresOn, dataSources });

/** Returns the one record that a contact is for. */
function ownerOf(given: { dataSource?: string | undefined; globalCustomerNumber?: string | undefined }) {
  const { dataSource, globalCustomerNumber } = given;
  if ((dataSource === undefined) === (globalCustomerNumber === undefined))
    throw fieldError('dataSource', DESK_MESSAGES.contactOwnerRequired);
  return globalCustomerNumber === undefined ? { dataSource: dataSource ?? '' } : { globalCustomerNumber };
}
