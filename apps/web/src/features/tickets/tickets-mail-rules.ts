import { MAX_MAILED_TICKETS, TICKET_ATTACHMENTS, type TicketRow } from '@yardage/contract/tickets';
import { isEmailAddress } from '@yardage/domain/mail-rules';
import { formatNumber } from '@yardage/domain/quantities';
import { MAIL_MESSAGES } from '@yardage/domain/rules.messages';
import type { ProblemBody } from '#web/lib/http/http-errors.ts';
import { placeErrors } from '#web/patterns/form-errors.ts';
import { checkMail } from '#web/patterns/send-mail/mail-rules.ts';
import type { TicketsMail } from './tickets.api.ts';
import { TICKETS_MAIL_MESSAGES as MESSAGES } from './tickets.messages.ts';

type Attachments = TicketsMail['attachments'];
type MailedTicket = Pick<TicketRow, 'ticketNumber' | 'invoiceDocumentNumber'>;

/** The unsent values of the form. */
export interface TicketsDraft {
  /** Null until it is edited. Until then the sender's own address is used (TKT-21). */
  email: string | null;
  ccEmails: string[];
  ccText: string;
  /** The typed text. It has the same name as its error, so that typing clears the error. */
  bccEmails: string;
  attachments: TicketsMail['attachments'];
  message: string;
}

/** A form in which nothing is typed yet. */
export const EMPTY_DRAFT: TicketsDraft = { email: null, ccEmails: [], ccText: '', bccEmails: '', attachments: 'tickets', message: '' };

/** Returns whether closing the form for good would lose something. The sender's own address in To is not typed (TKT-21). */
export function hasInput(draft: TicketsDraft, sender: string): boolean {
  const { email, ccEmails, ...texts } = draft;
  const isText = (name: keyof typeof texts): boolean => texts[name].trim() !== EMPTY_DRAFT[name];
  return (email ?? sender).trim() !== sender || ccEmails.length > 0 || (Object.keys(texts) as (keyof typeof texts)[]).some(isText);
}

/** Errors per field of the popover; `form` is for errors that belong to no field. */
export type TicketsMailErrors = Partial<Record<'email' | 'ccEmails' | 'bccEmails' | 'message' | 'form', string>>;

/** How many ticket numbers are listed before the rest is only counted. */
const NAMED_TICKETS = 3;

/** Returns what can be attached. Invoices need the permission for their documents (TKT-23). */
export function attachmentChoices(canAttachInvoices: boolean): readonly Attachments[] {
  return canAttachInvoices ? TICKET_ATTACHMENTS : ['tickets'];
}

/** Returns what is attached: what was chosen, or the tickets if it is no longer offered. */
export function offeredAttachments(chosen: Attachments, canAttachInvoices: boolean): Attachments {
  return attachmentChoices(canAttachInvoices).includes(chosen) ? chosen : 'tickets';
}

/** Returns the addresses in the Bcc text, and the first invalid one (TKT-22). */
export function readBcc(text: string): { bccEmails: string[]; invalid: string | null } {
  const entries = text.split(/[,;\s]+/).filter((entry) => entry !== '');
  const invalid = entries.find((entry) => !isEmailAddress(entry)) ?? null;
  const isFirst = (entry: string, index: number): boolean =>
    entries.findIndex((other) => other.toLowerCase() === entry.toLowerCase()) === index;
  return { bccEmails: entries.filter(isFirst), invalid };
}

/** Returns a sentence listing the tickets without an invoice, or null if there are none or no invoices are requested (TKT-23). */
export function withoutInvoiceText(tickets: readonly MailedTicket[], attachments: Attachments): string | null {
  const numbers = tickets.filter((ticket) => !ticket.invoiceDocumentNumber).map(({ ticketNumber }) => ticketNumber);
  if (attachments === 'tickets' || numbers.length === 0) return null;
  const named = numbers.slice(0, NAMED_TICKETS).join(', ');
  const more = numbers.length - NAMED_TICKETS;
  return MESSAGES.withoutInvoice(more > 0 ? MESSAGES.andMore(named, formatNumber(more)) : named, numbers.length);
}

/** Returns title and text of the toast if these tickets cannot be sent at all, otherwise null (TKT-24). */
export function refusalOf(tickets: readonly MailedTicket[], attachments: Attachments): [string, string] | null {
  if (tickets.length === 0) return [MESSAGES.noDocumentsTitle, MESSAGES.noDocuments];
  if (tickets.length > MAX_MAILED_TICKETS) return [MESSAGES.tooManyTitle, tooManyText(tickets.length)];
  const hasInvoice = tickets.some(({ invoiceDocumentNumber }) => invoiceDocumentNumber);
  return attachments === 'invoices' && !hasInvoice ? [MESSAGES.noDocumentsTitle, MESSAGES.noInvoices] : null;
}

/** Returns the text that says that one email cannot contain this many tickets. */
export function tooManyText(count: number): string {
  return MESSAGES.tooMany(formatNumber(MAX_MAILED_TICKETS), formatNumber(count));
}

/** Returns title and text of the toast if recipient or message is empty, otherwise null (TKT-24). */
export function missingOf({ email, message }: Pick<TicketsMail, 'email' | 'message'>): [string, string] | null {
  if (email.trim() === '') return [MESSAGES.missingRecipientTitle, MESSAGES.missingRecipient];
  return message.trim() === '' ? [MESSAGES.missingMessageTitle, MESSAGES.missingMessage] : null;
}

/** Applies the server's validation rules before sending (TKT-21, TKT-24). */
export function checkTicketsMail({ email, message, ccEmails = [], bccEmails = [] }: TicketsMail): TicketsMailErrors {
  const faulty = bccEmails.find((entry) => !isEmailAddress(entry));
  return {
    ...checkMail({ email, message, ccEmails: [...ccEmails, ...bccEmails] }),
    ...(faulty !== undefined && { bccEmails: MAIL_MESSAGES.emailInvalid }),
  };
}

/** Maps an error response to the form's fields (ERR-07, ERR-08). */
export function ticketsMailErrorsOf(problem: ProblemBody): TicketsMailErrors {
  return placeErrors(problem, ['email', 'ccEmails', 'bccEmails', 'message']);
}
