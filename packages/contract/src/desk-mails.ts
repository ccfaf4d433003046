import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { DESK_MAIL_SORT_KEYS, DESK_MAIL_STATES } from './lists.ts';
import { pagedResult, pageParams } from './paging.ts';
import { idInPath, messageAnswer, moment } from './scalars.ts';

/** A mail as the desk lists it. Its text is not shown: it may hold a private link or a password. */
export const deskMailRow = z.strictObject({
  id: z.int(),
  subject: z.string(),
  /** All recipients, those of copies and blind copies included. */
  recipients: z.array(z.string()),
  state: z.enum(DESK_MAIL_STATES),
  /** Why the last try failed. */
  reason: z.string().nullable(),
  attempts: z.int(),
  /** Set while it waits. */
  nextTryAt: moment.nullable(),
  createdAt: moment,
  sentAt: moment.nullable(),
  globalCustomerNumber: z.string().nullable(),
  customerName: z.string().nullable(),
  /** The user who sent it, or whom it is about. */
  requestedBy: z.string().nullable(),
});
export type DeskMailRow = z.infer<typeof deskMailRow>;

const desk = { access: { staff: ['mail'] }, scope: 'user', requirement: 'STF-06' } as const;

export const listDeskMails = defineEndpoint({
  id: 'desk.mails',
  summary: 'Mails that were sent, wait or were refused for good, newest first',
  method: 'GET',
  path: '/desk/mails',
  ...desk,
  query: z.object({ ...pageParams(DESK_MAIL_SORT_KEYS), state: z.enum(['', ...DESK_MAIL_STATES]).default('') }),
  answer: pagedResult(deskMailRow),
});

export const getDeskMail = defineEndpoint({
  id: 'desk.mail',
  summary: 'One mail, without its text',
  method: 'GET',
  path: '/desk/mails/:id',
  ...desk,
  params: z.object({ id: idInPath }),
  answer: deskMailRow,
});

export const sendMailAgain = defineEndpoint({
  id: 'desk.send-mail-again',
  summary: 'Puts a refused mail into the queue again',
  method: 'POST',
  path: '/desk/mails/:id/send-again',
  ...desk,
  params: z.object({ id: idInPath }),
  answer: messageAnswer,
});

export const sendFailedMailsAgain = defineEndpoint({
  id: 'desk.send-mails-again',
  summary: 'Puts all refused mails into the queue again',
  method: 'POST',
  path: '/desk/mails/send-again',
  ...desk,
  answer: messageAnswer,
});
