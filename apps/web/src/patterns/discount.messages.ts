import { defineMessages, text } from '@yardage/messages/messages';

/** UI text of discounts in the list, cart and panel. */
export const DISCOUNT_MESSAGES = defineMessages('discount', {
  until: text('by {day}', 'day'),
  /** For places without a heading 'Discount'. */
  line: text('Discount {discount} by {day}', 'discount', 'day'),
});
