import { EMAIL_PATTERN, MAX_EMAIL_LENGTH, MAX_MESSAGE_LENGTH, MAX_RECIPIENTS, MIN_MESSAGE_LENGTH } from '@yardage/domain/mail-rules';
import { MAIL_MESSAGES } from '@yardage/domain/rules.messages';
import { z } from 'zod';
import { customerNumber, dataset } from './scalars.ts';

/** One address; no line breaks, no display name, no list. */
export const emailAddress = z
  .string({ error: () => MAIL_MESSAGES.emailRequired })
  .check(
    z.trim(),
    z.minLength(1, { error: () => MAIL_MESSAGES.emailRequired, abort: true }),
    z.maxLength(MAX_EMAIL_LENGTH, { error: () => MAIL_MESSAGES.emailInvalid }),
    z.email({ pattern: EMAIL_PATTERN, error: () => MAIL_MESSAGES.emailInvalid }),
  );

/** Cc or Bcc. The limit for both together is checked when the mail is built. */
export const otherRecipients = z
  .array(emailAddress)
  .max(MAX_RECIPIENTS - 1, { error: () => MAIL_MESSAGES.tooManyRecipients(MAX_RECIPIENTS) })
  .default([]);

/** Body of every send-email call (MAIL-09). */
export const sendMailBody = z.strictObject({
  email: emailAddress,
  message: z
    .string({ error: () => MAIL_MESSAGES.messageRequired })
    .trim()
    .min(1, { error: () => MAIL_MESSAGES.messageRequired, abort: true })
    .min(MIN_MESSAGE_LENGTH, { error: () => MAIL_MESSAGES.messageTooShort(MIN_MESSAGE_LENGTH) })
    .max(MAX_MESSAGE_LENGTH, { error: () => MAIL_MESSAGES.messageTooLong(MAX_MESSAGE_LENGTH) }),
  ccEmails: otherRecipients,
});
/** What calls about an invoice's ticket carry besides (API-12). It must agree with the path and the selected customer. */
export const repeatedFields = {
  customerNumber: customerNumber.optional(),
  dataset: dataset.optional(),
  documentNumber: z.string().trim().min(1).max(40).optional(),
};
export type SendMailBody = z.infer<typeof sendMailBody>;
