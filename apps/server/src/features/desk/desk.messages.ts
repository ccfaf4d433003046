import { defineMessages, text } from '@yardage/messages/messages';

/** Messages of responses at the desk. */
export const DESK_MESSAGES = defineMessages('server.desk', {
  forwarded: 'The request now waits for the people of that customer account.',
  customerRequired: 'Choose the customer account this request is for.',
  customerUnknown: 'There is no customer account with this number.',
  customerKnown: 'This request is for a known customer account.',
  alreadyThere: 'This person is a member of that customer account already, or has asked to be.',
  updated: 'The request was updated.',
  supportChanged: 'A colleague has answered or moved the request meanwhile. Please look at it again.',
  statusUnchanged: 'Write an answer or choose another status.',
  hasOwner: 'This account has an Owner already, who can invite others.',
  ownerDisabled: 'This user is disabled. Enable them first.',
  registrantDisabled: 'The user with this address was disabled at the desk. Reject the request, or have them enabled first.',
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
  announcementChanged: 'A colleague changed this announcement meanwhile. Look at it before you save.',
  announcementDeleted: 'The announcement was deleted.',
  contactOwnerRequired: 'Choose a data source or a customer.',
  contactOwnerUnknown: 'There is no such data source or customer.',
  contactExists: text('There is such a contact already: {name}. Look at it before you replace it.', 'name'),
  contactSaved: 'The contact was saved.',
  contactDeleted: 'The contact was deleted.',
  staffAdded: text(
    'They can use the desk now and get an email that says how to sign in.{accounts, plural, =0 {} one { They also keep their access to a customer account.} other { They also keep their access to # customer accounts.}}',
    'accounts',
  ),
  alreadyStaff: 'This person is one of the staff already.',
  staffChanged: 'The staff member was changed.',
  staffRemoved: 'They have no access to the desk any more.',
  ownStaffRole: 'You cannot change your own role.',
  ownStaffRemoval: 'You cannot remove yourself.',
  lastAdministrator: 'This is the last Administrator. Make somebody else Administrator first.',
});

/** The mail about an answer to a support request. */
export const REPLY_MAIL_MESSAGES = defineMessages('server.reply-mail', {
  subject: text('Support request {number}: {title}', 'number', 'title'),
  hello: text('Hello {firstName},', 'firstName'),
  answered: text('{authorName} answered your support request {number}:', 'authorName', 'number'),
  status: text('Its status is now: {status}. You find it at {link}.', 'status', 'link'),
});

/** The mail to a new staff member. */
export const STAFF_MAIL_MESSAGES = defineMessages('server.staff-mail', {
  subject: text('{platformName}: your access to the desk', 'platformName'),
  access: text('you now have access to the desk of {platformName} as {role}.', 'platformName', 'role'),
});
