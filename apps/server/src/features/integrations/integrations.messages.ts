import { defineMessages, text } from '@yardage/messages/messages';

/** Why a key or webhook of a customer ended by itself, and the mail to the account's owners about it. */
export const LEAVERS_MESSAGES = defineMessages('server.leavers', {
  makerLeft: "The member who made it may no longer manage the account's connections.",
  subject: 'Connections of your account have ended',
  ended: text(
    '{maker} may no longer manage the connections of {account}. What they connected to it has ended, so that no secret outlives its owner.',
    'maker',
    'account',
  ),
  keys: text('Keys that are revoked: {names}. Make new ones if your systems still need them.', 'names'),
  webhooks: text('Webhooks that are paused: {names}. Check their addresses and resume them; no event is lost.', 'names'),
});
