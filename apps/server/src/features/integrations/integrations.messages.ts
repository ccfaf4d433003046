import { defineMessages, text } from '@yardage/messages/messages';

/** Why a key or webhook of a customer ended by itself, and the mail to the account's owners about it. */
export const LEAVERS_MESSAGES = defineMessages('server.leavers', {
  makerLeft: 'The member who made it has no access to the account any more.',
  subject: 'Connections of your account have ended',
  ended: text(
    '{maker} has no access to your account any more. What they connected to it has ended, so that no secret outlives its owner.',
    'maker',
  ),
  keys: text('Keys that are revoked: {names}. Make new ones if your systems still need them.', 'names'),
  webhooks: text('Webhooks that are paused: {names}. Check their addresses and resume them; no event is lost.', 'names'),
});
