import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { DESK_ANNOUNCEMENT_SORT_KEYS } from './lists.ts';
import { pagedResult, pageParams } from './paging.ts';
import { requiredText } from './person-fields.ts';
import { dataset, day, idInPath, messageAnswer, moment } from './scalars.ts';

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

const fields = z.strictObject({
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
});
export type AnnouncementFields = z.infer<typeof fields>;

const areDaysInOrder = ({ postedOn, expiresOn }: AnnouncementFields): boolean => expiresOn === null || expiresOn >= postedOn;
const lastDayFault = { path: ['expiresOn'], error: () => CONTRACT_MESSAGES.lastDay };

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
  body: fields.refine(areDaysInOrder, lastDayFault),
  answer: messageAnswer,
});

export const updateAnnouncement = defineEndpoint({
  id: 'desk.update-announcement',
  summary: 'Changes an announcement that was written at the desk',
  method: 'PUT',
  path: '/desk/announcements/:id',
  ...desk,
  params,
  body: fields
    .extend({
      replaces: moment.nullable().optional().describe('The `updatedAt` of the announcement that is replaced. 409 if it was changed since.'),
    })
    .refine(areDaysInOrder, lastDayFault),
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
