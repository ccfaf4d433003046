import type { SendMailBody } from '@yardage/contract/mail';
import { emailFault, isEmailAddress, messageFault, recipientsFault } from '@yardage/domain/mail-rules';
import type { ProblemBody } from '#web/lib/http/http-errors.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import type { FailureMeta } from '#web/lib/query/query-client.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { placeErrors } from '#web/patterns/form-errors.ts';
import { SEND_MAIL_MESSAGES } from './send-mail.messages.ts';

/** The request body (MAIL-09). */
export type MailBody = SendMailBody;

/** An area's mail settings. Everything else is the same for all areas. */
export interface MailOfArea {
  send(body: MailBody, attempt: Attempt): Promise<{ message: string }>;
  /** Returns the toast text after sending. It may use the server's message. */
  sentText(email: string, serverMessage: string): string;
  /** Shown when the server rejects the mail without a message (MAIL-10). */
  failedText: string;
}

/** How a mail that failed is reported: the server's message, else the area's own (MAIL-10). */
export function mailFailure({ failedText }: Pick<MailOfArea, 'failedText'>): FailureMeta {
  return { failureText: failedText, prefersServerMessage: true, noResponseText: SEND_MAIL_MESSAGES.unknown, isForm: true };
}

type CcFault = 'invalid' | 'duplicate';

/** The result of adding to Cc: the new list, the text left in the field, and the error if any. */
export interface CcOutcome {
  ccEmails: string[];
  rest: string;
  fault: CcFault | null;
}

/** Adds typed or pasted addresses, which may be separated by commas. Stops at the first one that cannot be added (MAIL-04 to MAIL-07). */
export function addCc(ccEmails: readonly string[], typed: string, sender: string): CcOutcome {
  const taken = [...ccEmails];
  const entries = typed.split(/[,;\s]+/).filter((entry) => entry !== '');
  for (const [index, entry] of entries.entries()) {
    const fault = faultOf(taken, entry, sender);
    if (fault) return { ccEmails: taken, rest: entries.slice(index).join(', '), fault };
    taken.push(entry);
  }
  return { ccEmails: taken, rest: '', fault: null };
}

/** Returns whether a change of the field typed a comma. What could not be added may contain commas while it is corrected (MAIL-04). */
export function isCommaTyped(before: string, after: string): boolean {
  return after.split(',').length > before.split(',').length;
}

function faultOf(taken: readonly string[], entry: string, sender: string): CcFault | null {
  if (!isEmailAddress(entry)) return 'invalid';
  const isSame = (other: string): boolean => other.toLowerCase() === entry.trim().toLowerCase();
  return isSame(sender) || taken.some(isSame) ? 'duplicate' : null;
}

/** Errors per field; `form` holds those that belong to no field. */
export type MailErrors = Partial<Record<keyof MailBody | 'form', string>>;

/** Checks the server's rules before sending (MAIL-02, MAIL-03). */
export function checkMail({ email, message, ccEmails = [] }: MailBody): MailErrors {
  const faults = { email: emailFault(email), message: messageFault(message), ccEmails: recipientsFault(ccEmails.length) };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null));
}

/** Maps an error response to the form's fields (ERR-07, ERR-08). */
export function errorsOf(problem: ProblemBody): MailErrors {
  return placeErrors(problem, ['email', 'message', 'ccEmails']);
}

/** Shows why an address was not added to Cc (MAIL-05 to MAIL-07). */
export function showCcFault(fault: CcFault): void {
  const [title, message] =
    fault === 'invalid'
      ? [SEND_MAIL_MESSAGES.invalidTitle, SEND_MAIL_MESSAGES.invalid]
      : [SEND_MAIL_MESSAGES.duplicateTitle, SEND_MAIL_MESSAGES.duplicate];
  toasts.show({ kind: 'destructive', title, message });
}
