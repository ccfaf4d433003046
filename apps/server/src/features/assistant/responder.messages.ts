import { defineMessages, text } from '@yardage/messages/messages';

/** The assistant's fixed sentences in chats that wait for a dispatcher. */
export const RESPONDER_MESSAGES = defineMessages('server.responder', {
  hello: text(
    'Hello {firstName}, I am the portal’s assistant. A dispatcher will join you shortly. Until then I can tell you about your orders, tickets and trucks; write “person” and I will step back.',
    'firstName',
  ),
  handedOver:
    'I will leave this to a person: a dispatcher has your message and will join you here. I will not answer any more in this chat.',
  unknown: 'I don’t know that. The dispatcher who joins you will read it.',
  thanks: 'You are welcome.',
  help: 'Ask me for the status of an order, a ticket, or where your trucks are. For everything else a dispatcher will join you shortly.',
});
