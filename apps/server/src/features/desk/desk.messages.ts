import { withCustomer } from '@yardage/domain/portal-address';
import { supportStatusLabel } from '@yardage/domain/support-rules';
import type { ReplyFacts } from './desk-support.queries.ts';

/** Messages of responses at the desk. */
export const DESK_MESSAGES = {
  forwarded: 'The request now waits for the people of that customer account.',
  customerRequired: 'Choose the customer account this request is for.',
  customerUnknown: 'There is no customer account with this number.',
  customerKnown: 'This request is for a known customer account.',
  alreadyThere: 'This person is a member of that customer account already, or has asked to be.',
  updated: 'The request was updated.',
  statusUnchanged: 'Write an answer or choose another status.',
} as const;

/** The subject of the mail about a reply. */
export const replySubject = (ticketId: number, title: string) => `Support request ${ticketId}: ${title}`;

/** The text of the mail about a reply. */
export function replyText(
  { firstName, authorName, message, ticketId, statusId, globalCustomerNumber }: ReplyFacts,
  platformName: string,
  publicUrl: string,
): string {
  return [
    `Hello ${firstName},`,
    `${authorName} answered your support request ${ticketId}:`,
    message,
    `Its status is now: ${supportStatusLabel(statusId)}. You find it at ${publicUrl}${withCustomer(`/support?request=${ticketId}`, globalCustomerNumber)}.`,
    platformName,
  ].join('\n\n');
}
