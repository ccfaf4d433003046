import { defineMessages } from '@yardage/messages/messages';

/** Why an item of a batch was refused, for the operators of the machines. */
export const TELEMETRY_MESSAGES = defineMessages('server.telemetry', {
  inTheFuture: 'The time lies in the future.',
  tooOld: 'The time is too long ago.',
  unknownTruck: 'There is no such truck.',
  unknownTicket: 'There is no such ticket.',
  outOfOrder: 'The time does not fit the other times of the ticket.',
});
