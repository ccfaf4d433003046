import type { SendMailBody } from '@yardage/contract/mail';
import { emailFault, isEmailAddress, messageFault, recipientsFault } from '@yardage/domain/mail-rules';
import type { ProblemBody } from '#web/lib/http/http-errors.ts';
import { placeErrors } from '#web/patterns/form-errors.ts';

/** What the form sends (MAIL-09). */
export type MailBody = SendMailBody;

/** What an area says about its mail; everything else is the same everywhere. */
export interface MailOfArea {
  send(body: MailBody): Promise<{ message: string }>;
  /** Told after sending; the server's own message is there to be used. */
  sentText(email: string, serverMessage: string): string;
  /** Told when the server refused without a message of its own (MAIL-10). */
  failedText: string;
}

export type CcFault = 'invalid' | 'duplicate';

/** The Cc list after an attempt to add to it: what was taken, what is left in the field, and why. */
export interface CcOutcome {
  ccEmails: string[];
  rest: string;
  fault: CcFault | null;
}

/** Adds what was typed or pasted, several addresses apart by commas too; stops at the first that cannot be added (MAIL-04 to MAIL-07). */
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

function faultOf(taken: readonly string[], entry: string, sender: string): CcFault | null {
  if (!isEmailAddress(entry)) return 'invalid';
  const isSame = (other: string): boolean => other.toLowerCase() === entry.trim().toLowerCase();
  return isSame(sender) || taken.some(isSame) ? 'duplicate' : null;
}

/** The form's fields, and `form` for what belongs to none of them. */
export type MailErrors = Partial<Record<keyof MailBody | 'form', string>>;

/** The server's own rules, checked before anything is sent (MAIL-02, MAIL-03). */
export function checkMail({ email, message, ccEmails = [] }: MailBody): MailErrors {
  const faults = { email: emailFault(email), message: messageFault(message), ccEmails: recipientsFault(ccEmails.length) };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null));
}

/** What a refusal says, where the form shows it (ERR-07, ERR-08). */
export function errorsOf(problem: ProblemBody): MailErrors {
  return placeErrors(problem, ['email', 'message', 'ccEmails']);
}
