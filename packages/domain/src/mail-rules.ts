import { MAIL_MESSAGES } from './rules.messages.ts';

/** Limit for To, Cc and Bcc together. */
export const MAX_RECIPIENTS = 20;
export const MAX_EMAIL_LENGTH = 254;
export const MIN_MESSAGE_LENGTH = 5;
export const MAX_MESSAGE_LENGTH = 4000;

/** One address: no display name, no list, no line break, a dot in the domain. */
export const EMAIL_PATTERN = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Returns whether a text is one valid mail address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL_PATTERN.test(text);
}

/** Returns why a recipient is invalid; null if valid. */
export function emailFault(text: string): string | null {
  const email = text.trim();
  if (email === '') return MAIL_MESSAGES.emailRequired;
  return isEmailAddress(email) ? null : MAIL_MESSAGES.emailInvalid;
}

/** Returns why a message cannot be sent; null if it can. */
export function messageFault(text: string): string | null {
  const { length } = text.trim();
  if (length === 0) return MAIL_MESSAGES.messageRequired;
  if (length < MIN_MESSAGE_LENGTH) return MAIL_MESSAGES.messageTooShort(MIN_MESSAGE_LENGTH);
  return length > MAX_MESSAGE_LENGTH ? MAIL_MESSAGES.messageTooLong(MAX_MESSAGE_LENGTH) : null;
}

/** Returns an error if the mail has too many recipients: the first one plus `otherCount`. Otherwise null. */
export function recipientsFault(otherCount: number): string | null {
  return 1 + otherCount > MAX_RECIPIENTS ? MAIL_MESSAGES.tooManyRecipients(MAX_RECIPIENTS) : null;
}
