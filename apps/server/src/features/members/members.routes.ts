import {
  addMember,
  decideMembershipRequest,
  deleteMember,
  getMember,
  listMembers,
  listRoles,
  updateMember,
} from '@yardage/contract/members';
import type { Area } from '#server/features/area';
import { declareMemberMails } from './member-mails.ts';
import { membersService } from './members.service.ts';

/** Members and their requests (API-55 to API-60). */
export const membersArea: Area = (bind, services) => {
  declareMemberMails(services);
  const members = membersService(services);
  bind(listMembers, ({ scope, query }) => members.list(scope, query));
  bind(getMember, ({ scope, params }) => members.detail(scope, params.id));
  bind(listRoles, ({ scope }) => members.roles(scope));
  bind(addMember, ({ scope, body, requestId }) => members.add(scope, body, requestId));
  bind(updateMember, ({ scope, params, body, requestId }) => members.update(scope, params.id, body, requestId));
  bind(deleteMember, ({ scope, query, requestId }) => members.remove(scope, query.email, requestId));
  bind(decideMembershipRequest, ({ scope, params, body, requestId }) => members.decide(scope, params.id, body, requestId));
};
