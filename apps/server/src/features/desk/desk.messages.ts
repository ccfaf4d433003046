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
  staffAdded: 'They can use the desk now and get an email that says how to sign in.',
  alreadyStaff: 'This person is one of the staff already.',
  roleChanged: 'The role was changed.',
  staffRemoved: 'They have no access to the desk any more.',
  ownStaffRole: 'You cannot change your own role.',
  ownStaffRemoval: 'You cannot remove yourself.',
  lastAdministrator: 'This is the last Administrator. Make somebody else Administrator first.',
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
