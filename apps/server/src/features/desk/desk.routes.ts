import {
  answerDeskSupport,
  decideDeskRegistration,
  findDeskCustomers,
  getDeskAttachment,
  getDeskRegistration,
  getDeskSupport,
  listDeskAttachments,
  listDeskRegistrations,
  listDeskRoles,
  listDeskSupport,
} from '@yardage/contract/desk';
import { allowSignIn, detachSignIn, enableDeskUser, findDeskUser, getDeskAccount, inviteDeskOwner } from '@yardage/contract/desk-account';
import { addAnnouncement, deleteAnnouncement, listDeskAnnouncements, updateAnnouncement } from '@yardage/contract/desk-announcements';
import {
  endDeskChat,
  getDeskChat,
  handBackDeskChat,
  joinDeskChat,
  listColleagues,
  listDeskChatMessages,
  listDeskChats,
  listWaitingChats,
  markDeskChatRead,
  sendDeskMessage,
  transferDeskChat,
} from '@yardage/contract/desk-chats';
import { deleteDeskContact, listDeskContacts, saveDeskContact } from '@yardage/contract/desk-contacts';
import { listDeskAccounts, listDeskDataSources } from '@yardage/contract/desk-customers';
import { addStaff, changeStaffRole, listStaff, removeStaff } from '@yardage/contract/desk-staff';
import { endView, startView } from '@yardage/contract/desk-views';
import { getDeskCounts, getDeskWaiting } from '@yardage/contract/desk-waiting';
import type { Area } from '#server/features/area';
import { deskAnnouncementsService } from './desk-announcements.service.ts';
import { deskChatsService } from './desk-chats.service.ts';
import { deskCustomersService } from './desk-customers.service.ts';
import { deskRegistrationsService } from './desk-registrations.service.ts';
import { deskStaffService } from './desk-staff.service.ts';
import { deskSupportService } from './desk-support.service.ts';

/** Endpoints for staff: registrations that no customer can decide, support, chats, customer accounts, announcements, contacts and the staff. */
export const deskArea: Area = (bind, services) => {
  const registrations = deskRegistrationsService(services);
  bind(listDeskRegistrations, ({ query }) => registrations.list(query));
  bind(getDeskRegistration, ({ params }) => registrations.detail(params.id));
  bind(decideDeskRegistration, ({ caller, params, body, requestId }) => registrations.decide(caller, params.id, body, requestId));
  bind(findDeskCustomers, ({ query }) => registrations.customers(query.search));
  bind(listDeskRoles, ({ caller }) => registrations.roles(caller));

  const support = deskSupportService(services);
  bind(listDeskSupport, ({ query }) => support.list(query));
  bind(getDeskSupport, ({ params }) => support.detail(params.id));
  bind(listDeskAttachments, ({ params }) => support.attachments(params.id));
  bind(getDeskAttachment, ({ params }) => support.attachment(params.id, params.attachmentId));
  bind(answerDeskSupport, ({ caller, params, body, requestId }) => support.answer(caller, params.id, body, requestId));

  const chats = deskChatsService(services);
  bind(listDeskChats, ({ caller, query }) => chats.list(caller, query));
  bind(listWaitingChats, () => chats.waiting());
  bind(getDeskWaiting, ({ caller }) => chats.attention(caller));
  bind(getDeskCounts, ({ caller }) => chats.counts(caller));
  bind(getDeskChat, ({ caller, params }) => chats.detail(caller, params.sessionId));
  bind(listDeskChatMessages, ({ caller, params, query }) => chats.messages(caller, params.sessionId, query.after));
  bind(joinDeskChat, ({ caller, params }) => chats.join(caller, params.sessionId));
  bind(sendDeskMessage, ({ caller, params, body }) => chats.send(caller, params.sessionId, body));
  bind(handBackDeskChat, ({ caller, params }) => chats.handBack(caller, params.sessionId));
  bind(listColleagues, ({ caller }) => chats.colleagues(caller));
  bind(transferDeskChat, ({ caller, params, body }) => chats.transfer(caller, params.sessionId, body.userId));
  bind(endDeskChat, ({ caller, params }) => chats.end(caller, params.sessionId));
  bind(markDeskChatRead, ({ caller, params, body }) => chats.read(caller, params.sessionId, body.sequence));

  const customers = deskCustomersService(services);
  bind(listDeskAccounts, ({ query }) => customers.list(query));
  bind(listDeskDataSources, () => customers.dataSources());
  bind(getDeskAccount, ({ caller, params }) => customers.detail(caller, params.globalCustomerNumber));
  bind(inviteDeskOwner, ({ caller, params, body, requestId }) =>
    customers.inviteOwner(caller, params.globalCustomerNumber, body, requestId),
  );
  bind(findDeskUser, ({ query }) => customers.findUser(query.email));
  bind(enableDeskUser, ({ caller, params, body, requestId }) => customers.setEnabled(caller, params.id, body.isEnabled, requestId));
  bind(detachSignIn, ({ caller, params, requestId }) => customers.detach(caller, params.id, requestId));
  bind(allowSignIn, ({ caller, params, requestId }) => customers.allow(caller, params.id, requestId));
  bind(startView, ({ caller, body, requestId }) => customers.startView(caller, body.userId, requestId));
  bind(endView, ({ caller, params, requestId }) => customers.endView(caller, params.id, requestId));

  const announcements = deskAnnouncementsService(services);
  bind(listDeskAnnouncements, ({ query }) => announcements.list(query));
  bind(addAnnouncement, ({ caller, body, requestId }) => announcements.add(caller, body, requestId));
  bind(updateAnnouncement, ({ caller, params, body, requestId }) => announcements.update(caller, params.id, body, requestId));
  bind(deleteAnnouncement, ({ caller, params, requestId }) => announcements.remove(caller, params.id, requestId));
  bind(listDeskContacts, () => announcements.contacts());
  bind(saveDeskContact, ({ caller, body, requestId }) => announcements.saveContact(caller, body, requestId));
  bind(deleteDeskContact, ({ caller, query, requestId }) => announcements.removeContact(caller, query, requestId));

  const staff = deskStaffService(services);
  bind(listStaff, ({ caller, query }) => staff.list(caller, query));
  bind(addStaff, ({ caller, body, requestId }) => staff.add(caller, body, requestId));
  bind(changeStaffRole, ({ caller, params, body, requestId }) => staff.change(caller, params.id, body, requestId));
  bind(removeStaff, ({ caller, params, requestId }) => staff.remove(caller, params.id, requestId));
};
