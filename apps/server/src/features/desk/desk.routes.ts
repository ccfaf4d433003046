import {
  answerDeskSupport,
  decideDeskRegistration,
  findDeskCustomers,
  getDeskAttachment,
  getDeskSupport,
  listDeskAttachments,
  listDeskRegistrations,
  listDeskRoles,
  listDeskSupport,
} from '@yardage/contract/desk';
import type { Area } from '#server/features/area';
import { deskRegistrationsService } from './desk-registrations.service.ts';
import { deskSupportService } from './desk-support.service.ts';

/** What only the supplier's people do: registrations that nobody else can decide, and support. */
export const deskArea: Area = (bind, services) => {
  const registrations = deskRegistrationsService(services);
  bind(listDeskRegistrations, ({ query }) => registrations.list(query));
  bind(decideDeskRegistration, ({ caller, params, body, requestId }) => registrations.decide(caller, params.id, body, requestId));
  bind(findDeskCustomers, ({ query }) => registrations.customers(query.search));
  bind(listDeskRoles, () => registrations.roles());

  const support = deskSupportService(services);
  bind(listDeskSupport, ({ query }) => support.list(query));
  bind(getDeskSupport, ({ params }) => support.detail(params.id));
  bind(listDeskAttachments, ({ params }) => support.attachments(params.id));
  bind(getDeskAttachment, ({ params }) => support.attachment(params.id, params.attachmentId));
  bind(answerDeskSupport, ({ caller, params, body, requestId }) => support.answer(caller, params.id, body, requestId));
};
