import { z } from 'zod';

export const MAX_RECIPIENTS = 20;
export const MIN_MESSAGE_LENGTH = 5;
const MAX_MESSAGE_LENGTH = 4000;

export const MAIL_MESSAGES = {
  emailRequired: 'Email is required',
  emailInvalid: 'Invalid email address',
  messageRequired: 'Message is required',
  messageTooShort: `Message must be at least ${MIN_MESSAGE_LENGTH} characters long`,
} as const;

/** One address; no line breaks, no display name, no list. */
export const emailAddress = z
  .string(MAIL_MESSAGES.emailRequired)
  .check(
    z.trim(),
    z.minLength(1, { error: MAIL_MESSAGES.emailRequired, abort: true }),
    z.maxLength(254, MAIL_MESSAGES.emailInvalid),
    z.email(MAIL_MESSAGES.emailInvalid),
  );

/** Body of every send-email call (MAIL-09). */
export const sendMailBody = z.strictObject({
  email: emailAddress,
  message: z
    .string(MAIL_MESSAGES.messageRequired)
    .trim()
    .min(1, { error: MAIL_MESSAGES.messageRequired, abort: true })
    .min(MIN_MESSAGE_LENGTH, MAIL_MESSAGES.messageTooShort)
    .max(MAX_MESSAGE_LENGTH, `Message is limited to ${MAX_MESSAGE_LENGTH} characters`),
  ccEmails: z
    .array(emailAddress)
    .max(MAX_RECIPIENTS - 1, `A mail can go to ${MAX_RECIPIENTS} recipients at most`)
    .default([]),
});
export type SendMailBody = z.infer<typeof sendMailBody>;

/** Answer of every send-email call. */
export const messageAnswer = z.strictObject({ message: z.string() });
