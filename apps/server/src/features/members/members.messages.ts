import { defineMessages } from '@yardage/messages/messages';

/** Messages of responses about members and requests. */
export const MEMBERS_MESSAGES = defineMessages('server.members', {
  saved: 'Member updated successfully',
  deleted: 'Member deleted successfully',
  approved: 'The request was approved.',
  rejected: 'The request was rejected.',
  alreadyMember: 'This person is a member already.',
  alreadyRequested: 'This person has asked for access: approve the request instead.',
  decidedMeanwhile: 'This request has been decided already.',
  userDisabled: 'The sign-in of this person was disabled by us. Please contact us before you give them access.',
  notChangeable: 'This cannot be changed here.',
  notApproved: 'Only an approved member can be changed.',
  ownerProtected: 'An Owner cannot be changed or deleted.',
  ownRights: 'Nobody can change their own role or disable themselves.',
  ownRemoval: 'Nobody can delete themselves.',
  roleUnknown: 'This role does not exist.',
  roleBeyondOwn: 'You cannot give a role with more rights than your own.',
  roleForAdministrators: 'Only an Administrator of the desk can give a role that manages users. Choose another role.',
  memberBeyondOwn: 'You cannot change somebody with more rights than your own.',
});
