import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { DESK_ANNOUNCEMENT_SORT_KEYS } from './lists.ts';
import { emailAddress } from './mail.ts';
import { pagedResult, pageParams } from './paging.ts';
import { personName, requiredText } from './person-fields.ts';
import { dataset, day, globalCustomerNumber, idInPath, messageAnswer, moment } from './scalars.ts';

const MAX_BODY_LENGTH = 2000;

/** When an announcement is on dashboards: later, now, or no more. */
export const ANNOUNCEMENT_STATES = ['scheduled', 'shown', 'ended'] as const;
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];

export const deskAnnouncementRow = z.strictObject({
  id: z.int(),
  title: z.string(),
  body: z.string(),
  postedOn: z.iso.date(),
  expiresOn: z.iso.date().nullable(),
  /** The codes of the data sources whose customers see it; null for everybody. */
  dataSources: z.array(z.string()).nullable(),
  state: z.enum(ANNOUNCEMENT_STATES),
  /** False for one that the supplier's systems sent, which only they change. */
  isOfDesk: z.boolean(),
  updatedAt: moment.nullable(),
  updatedBy: z.string().nullable(),
});
export type DeskAnnouncementRow = z.infer<typeof deskAnnouncementRow>;

const announcementFields = z
  .strictObject({
    title: requiredText(() => CONTRACT_MESSAGES.title, 120),
    body: z
      .string()
      .trim()
      .min(1, { error: () => CONTRACT_MESSAGES.body })
      .max(MAX_BODY_LENGTH, { error: () => CONTRACT_MESSAGES.bodyLimit(MAX_BODY_LENGTH) }),
    postedOn: day.meta({ examples: ['2026-01-05'] }),
    expiresOn: day.nullable(),
    dataSources: z
      .array(dataset)
      .min(1, { error: () => CONTRACT_MESSAGES.oneDataSource })
      .max(100)
      .nullable(),
  })
  .refine(({ postedOn, expiresOn }) => expiresOn === null || expiresOn >= postedOn, {
    path: ['expiresOn'],
    error: () => CONTRACT_MESSAGES.lastDay,
  });
export type AnnouncementFields = z.infer<typeof announcementFields>;

const desk = { access: { staff: ['announcements'] }, scope: 'user', requirement: 'STF-04' } as const;
const params = z.object({ id: idInPath });

export const listDeskAnnouncements = defineEndpoint({
  id: 'desk.announcements',
  summary: 'Announcements of the desk and of the systems, also those that are scheduled or over',
  method: 'GET',
  path: '/desk/announcements',
  ...desk,
  query: z.object(pageParams(DESK_ANNOUNCEMENT_SORT_KEYS)),
  answer: pagedResult(deskAnnouncementRow),
});

export const addAnnouncement = defineEndpoint({
  id: 'desk.add-announcement',
  summary: 'Writes an announcement, for some days and chosen data sources or for everybody',
  method: 'POST',
  path: '/desk/announcements',
  ...desk,
  body: announcementFields,
  answer: messageAnswer,
});

export const updateAnnouncement = defineEndpoint({
  id: 'desk.update-announcement',
  summary: 'Changes an announcement that was written at the desk',
  method: 'PUT',
  path: '/desk/announcements/:id',
  ...desk,
  params,
  body: announcementFields,
  answer: messageAnswer,
});

export const deleteAnnouncement = defineEndpoint({
  id: 'desk.delete-announcement',
  summary: 'Deletes an announcement that was written at the desk',
  method: 'DELETE',
  path: '/desk/announcements/:id',
  ...desk,
  params,
  answer: messageAnswer,
});

export const CONTACT_KINDS = ['account-rep', 'sales-rep', 'regional-manager'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** A contact that was written at the desk: for one customer, or for the customers of a data source for whom nobody else is named. */
export const deskContact = z.strictObject({
  kind: z.enum(CONTACT_KINDS),
  dataSource: z.string(),
  dataSourceName: z.string(),
  /** Null for the contact of a data source. */
  customer: z.strictObject({ globalCustomerNumber: z.string(), displayName: z.string() }).nullable(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  updatedAt: moment,
  updatedBy: z.string().nullable(),
});
export type DeskContact = z.infer<typeof deskContact>;

/** For whom a contact is: one of the two. */
const contactOwner = {
  kind: z.enum(CONTACT_KINDS, { error: () => CONTRACT_MESSAGES.contactKind }),
  dataSource: dataset.optional(),
  globalCustomerNumber: globalCustomerNumber.optional(),
};

export const listDeskContacts = defineEndpoint({
  id: 'desk.contacts',
  summary: 'The contacts that were written at the desk',
  method: 'GET',
  path: '/desk/contacts',
  ...desk,
  answer: z.array(deskContact),
});

export const saveDeskContact = defineEndpoint({
  id: 'desk.save-contact',
  summary: 'Writes the contact of a kind for a customer, before what the systems say, or for a data source, where they say nothing',
  method: 'PUT',
  path: '/desk/contacts',
  ...desk,
  body: z.strictObject({
    ...contactOwner,
    name: personName(() => CONTRACT_MESSAGES.contactName),
    email: emailAddress,
    phone: requiredText(() => CONTRACT_MESSAGES.phone, 40),
    replaces: moment
      .optional()
      .describe('The `updatedAt` of the contact that is replaced. 409 if another one is there, or one at all without it.'),
  }),
  answer: messageAnswer,
});

export const deleteDeskContact = defineEndpoint({
  id: 'desk.delete-contact',
  summary: 'Deletes a contact that was written at the desk, so that the systems decide again',
  method: 'DELETE',
  path: '/desk/contacts',
  ...desk,
  query: z.object(contactOwner),
  answer: messageAnswer,
});
