import { runInLanguage } from '@yardage/messages/language';
import { expect, it } from 'vitest';
import { PAYMENT_MAIL_MESSAGES as MAIL } from './payments.messages.ts';

it('LNG-01 APY-04 a Spanish mail about a payment begins its sentence with a capital, after a greeting that ends with a colon', () => {
  const first = runInLanguage('es', () => [
    MAIL.settled('CRT1', '$5.00'),
    MAIL.settledWithDiscount('CRT1', '$5.00', '$1.00'),
    MAIL.returned('CRT1', '$5.00'),
    MAIL.returnedWithCredits('CRT1', '$5.00', '$1.00'),
    MAIL.refunded('$5.00', 'CRT1'),
    MAIL.disputed('$5.00', 'CRT1'),
  ]);
  for (const sentence of first) expect(sentence).toMatch(/^\p{Lu}/u);
});
