import { getDeskMail, listDeskMails, sendFailedMailsAgain, sendMailAgain } from '@yardage/contract/desk-mails';
import type { Area } from '#server/features/area';
import { DESK_MAILS_MESSAGES } from './desk-mails.messages.ts';
import { deskMailsService } from './desk-mails.service.ts';

/** The desk's page Mail. */
export const deskMailsArea: Area = (bind, { database }) => {
  const mails = deskMailsService(database);
  const again = async (which: number | 'all', userId: number, requestId: string) => ({
    message: DESK_MAILS_MESSAGES.again(await mails.sendAgain(which, { userId, requestId })),
  });
  bind(listDeskMails, ({ query }) => mails.list(query));
  bind(getDeskMail, ({ params }) => mails.find(params.id));
  bind(sendMailAgain, ({ params, caller, requestId }) => again(params.id, caller.userId, requestId));
  bind(sendFailedMailsAgain, ({ caller, requestId }) => again('all', caller.userId, requestId));
};
