import { defineMessages, text } from '@yardage/messages/messages';

/** Messages about webhooks. */
export const WEBHOOKS_MESSAGES = defineMessages('server.webhooks', {
  changed: 'A colleague changed this webhook meanwhile. Look at it before you save.',
  deleted: 'The webhook was removed.',
  tooMany: text('An account can have {limit} webhooks. Remove one first.', 'limit'),
  notPaused: 'The webhook is not paused.',
  notActive: 'The webhook is paused already.',
  answeredWith: text('The server answered {status}.', 'status'),
  nothingToSend: 'The record of this event no longer exists.',
});

/** The mail about a webhook that is paused because it kept failing. */
export const WEBHOOK_MAIL_MESSAGES = defineMessages('server.webhook-mail', {
  subject: text('The webhook {name} is paused', 'name'),
  paused: text("The webhook ''{name}'' to {url} kept failing and is paused.", 'name', 'url'),
  pausedOfCustomer: text("The webhook ''{name}'' to {url} of customer {customer} kept failing and is paused.", 'name', 'url', 'customer'),
  givenUpSubject: text('A message of the webhook {name} was given up', 'name'),
  givenUp: text(
    "A message to the webhook ''{name}'' ({url}) was refused for three days and is given up, while others arrive.",
    'name',
    'url',
  ),
  replayIt: 'The list of its messages says which one. Once the receiver takes it, send it again from there.',
  kept: 'Its events are kept. Once the receiver works again, resume the webhook, and replay it from the moment when it began to fail.',
  keptOfCustomer:
    'Its events are kept. Once the receiver works again, an administrator of this customer can resume the webhook, and replay it from the moment when it began to fail.',
});
