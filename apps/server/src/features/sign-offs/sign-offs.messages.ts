import { defineMessages } from '@yardage/messages/messages';

/** Response messages about signing for a load. */
export const SIGN_OFF_ANSWERS = defineMessages('server.sign-offs', {
  signed: 'The load was signed for.',
  rejected: 'The load was rejected.',
  cancelled: 'This ticket was cancelled.',
  alreadySigned: 'Somebody signed for this load already. Open the ticket to see or correct the entry.',
  correctedMeanwhile: 'Somebody corrected this entry already. Open the ticket to see the current one.',
});
