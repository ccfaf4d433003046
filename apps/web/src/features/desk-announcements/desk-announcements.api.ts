import {
  type AnnouncementFields,
  addAnnouncement,
  type DeskAnnouncementRow,
  deleteAnnouncement,
  listDeskAnnouncements,
  updateAnnouncement,
} from '@yardage/contract/desk-announcements';
import { type ContactKind, type DeskContact, deleteDeskContact, listDeskContacts, saveDeskContact } from '@yardage/contract/desk-contacts';
import { listDeskDataSources } from '@yardage/contract/desk-customers';
import { api } from '#web/lib/api.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListParams } from '#web/lib/query/endpoint-query.ts';
import { DESK_ANNOUNCEMENTS_MESSAGES as MESSAGES } from './desk-announcements.messages.ts';

/** A page of announcements. */
export function announcementsQuery(query: ListParams<typeof listDeskAnnouncements>) {
  return endpointQuery(listDeskAnnouncements, { query }, { failureText: MESSAGES.listFailed });
}

/** The data sources that an announcement can be for. */
export const announcementSourcesQuery = () => endpointQuery(listDeskDataSources, {}, { isSilent: true });

/** Writes an announcement, or changes the one of the row as it was seen. */
export function saveAnnouncement(row: DeskAnnouncementRow | undefined, body: AnnouncementFields, attempt: Attempt) {
  if (!row) return api.call(addAnnouncement, { body }, { attempt });
  return api.call(updateAnnouncement, { params: { id: row.id }, body: { ...body, replaces: row.updatedAt } }, { attempt });
}

export function removeAnnouncement(id: number, attempt: Attempt) {
  return api.call(deleteAnnouncement, { params: { id } }, { attempt });
}

/** The contacts that were written at the desk. */
export const contactsQuery = () => endpointQuery(listDeskContacts, {}, { failureText: MESSAGES.contactsFailed });

/** The fields of the contact form. */
export interface ContactFields {
  kind: ContactKind;
  dataSource: string;
  globalCustomerNumber: string;
  name: string;
  email: string;
  phone: string;
}

/** Returns the contact that the one in the form would replace. */
export function replacedContact(contacts: readonly DeskContact[], { kind, dataSource, globalCustomerNumber }: ContactFields) {
  const number = globalCustomerNumber.trim();
  return contacts.find((contact) => {
    if (contact.kind !== kind) return false;
    return number ? contact.customer?.globalCustomerNumber === number : contact.customer === null && contact.dataSource === dataSource;
  });
}

/** Writes a contact for a customer, or for a data source if no customer is named. `replaces` is the last change of the one that was there. */
export function saveContact(
  { dataSource, globalCustomerNumber, replaces, ...person }: ContactFields & { replaces: string | undefined },
  attempt: Attempt,
) {
  const owner = globalCustomerNumber.trim() ? { globalCustomerNumber: globalCustomerNumber.trim() } : { dataSource };
  return api.call(saveDeskContact, { body: { ...person, ...owner, ...(replaces && { replaces }) } }, { attempt });
}

export function removeContact({ kind, customer, dataSource }: DeskContact, attempt: Attempt) {
  const owner = customer ? { globalCustomerNumber: customer.globalCustomerNumber } : { dataSource };
  return api.call(deleteDeskContact, { query: { kind, ...owner } }, { attempt });
}
