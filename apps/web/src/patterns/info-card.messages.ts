import { defineMessages } from '@yardage/messages/messages';

/** UI text of the information card (ORD-11). */
export const INFO_CARD_MESSAGES = defineMessages('info-card', {
  more: 'Show more',
  less: 'Show less',
  none: '–',
});
