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
  hasOwner: 'This account has an Owner already, who can invite others.',
  ownerInvited: 'The Owner gets an email that says how to sign in.',
  userEnabled: 'The user may sign in again.',
  userDisabled: 'The user has no access any more.',
  ownAccess: 'You cannot change your own access.',
  staffAccess: 'This person is one of the staff. Change their access on the page Staff.',
  noSignIn: 'No sign-in is linked to this user.',
  signInDetached: 'The sign-in was detached. The next one with this address is linked.',
  nothingDetached: 'No sign-in was detached from this user.',
  signInAllowed: 'The sign-in may be linked again.',
  viewOfOneself: 'You cannot view the portal as yourself.',
  viewOfDisabled: 'This user is disabled and sees nothing.',
  viewEnded: 'The view has ended.',
  dataSourceUnknown: 'There is no such data source.',
  announcementSaved: 'The announcement was saved.',
  announcementDeleted: 'The announcement was deleted.',
  contactOwnerRequired: 'Choose a data source or a customer.',
  contactOwnerUnknown: 'There is no such data source or customer.',
  contactSaved: 'The contact was saved.',
  contactDeleted: 'The contact was deleted.',
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
