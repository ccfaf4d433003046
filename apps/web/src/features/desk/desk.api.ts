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
import { getDeskCounts } from '@yardage/contract/desk-waiting';
import { api } from '#web/lib/api.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListParams } from '#web/lib/query/endpoint-query.ts';
import { DESK_REGISTRATIONS_MESSAGES, DESK_SUPPORT_MESSAGES } from './desk.messages.ts';

/** The answer to a support request at the version that was seen. */
export interface SupportAnswer {
  status: number;
  version: number;
  reply?: string;
}

/** Sets the status of a support request, optionally with a reply. */
export function answerSupport(id: number, body: SupportAnswer, attempt: Attempt) {
  return api.call(answerDeskSupport, { params: { id }, body }, { attempt });
}

/** The supplier's decision about a registration request. */
export interface DeskDecision {
  status: 2 | 3;
  roleId?: number;
  globalCustomerNumber?: string;
}

/** Approves or rejects a registration request. */
export function decideRegistration(id: number, body: DeskDecision, attempt: Attempt) {
  return api.call(decideDeskRegistration, { params: { id }, body }, { attempt });
}

/** Reads of the page that change whenever somebody answers a request or makes one. */
export const DESK_SUPPORT_READS = [listDeskSupport.id, getDeskSupport.id];

/** Query parameters of the desk's support list. */
export type DeskSupportListParams = ListParams<typeof listDeskSupport>;

/** A page of support requests of all customers. */
export function deskSupportListQuery(query: DeskSupportListParams) {
  return endpointQuery(listDeskSupport, { query }, { failureText: DESK_SUPPORT_MESSAGES.listFailed, isAnnounced: true });
}

/** One support request. */
export function deskSupportQuery(id: number) {
  return endpointQuery(getDeskSupport, { params: { id } }, { failureText: DESK_SUPPORT_MESSAGES.detailFailed, isAnnounced: true });
}

/** The attachments of a support request. */
export function deskAttachmentsQuery(id: number) {
  return endpointQuery(listDeskAttachments, { params: { id } }, { failureText: DESK_SUPPORT_MESSAGES.attachmentsFailed });
}

/** Downloads an attachment. Its id is the last segment of its address. */
export function loadDeskAttachment(id: number, address: string): Promise<Blob> {
  const attachmentId = Number(address.split('/').at(-1));
  return api.download(getDeskAttachment, { params: { id, attachmentId } });
}

/** A page of registration requests that only the supplier can decide. */
export function deskRegistrationsQuery(query: ListParams<typeof listDeskRegistrations>) {
  return endpointQuery(listDeskRegistrations, { query }, { failureText: DESK_REGISTRATIONS_MESSAGES.listFailed });
}

/** One registration request. It is silent because the drawer itself shows when the request is already decided. */
export function deskRegistrationQuery(id: number) {
  return endpointQuery(getDeskRegistration, { params: { id } }, { isSilent: true });
}

/** Searches customer accounts by number or name. */
export function deskCustomersQuery(search: string) {
  return endpointQuery(findDeskCustomers, { query: { search } });
}

/** The roles that can be given on approval. */
export function deskRolesQuery() {
  return endpointQuery(listDeskRoles, {});
}

const COUNT_EVERY_MS = 60_000;

/** How much waits for staff, for the menu. It is silent because the lists already show an error if they cannot be loaded. */
export const deskCountsQuery = () => ({
  ...endpointQuery(getDeskCounts, {}, { isSilent: true, isAnnounced: true }),
  refetchInterval: COUNT_EVERY_MS,
});
