import { defineMessages } from '@yardage/messages/messages';

export const DISCOUNT_PLAN_MESSAGES = defineMessages('server.discount-plan', {
  past: 'Choose today or a later day.',
});
