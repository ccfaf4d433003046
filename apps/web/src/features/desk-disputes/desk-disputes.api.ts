import { answerDispute, getDeskDispute, getDeskDisputeFile, listDeskDisputes } from '@yardage/contract/desk-disputes';
import type { DisputeOutcome } from '@yardage/domain/disputes';
import { api } from '#web/lib/api.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListRequest } from '#web/lib/query/endpoint-query.ts';
import { DESK_DISPUTES_MESSAGES } from './desk-disputes.messages.ts';

/** A page of the disputes of all customers. */
export function deskDisputesQuery(query: ListRequest<typeof listDeskDisputes>) {
  return endpointQuery(listDeskDisputes, { query }, { failureText: DESK_DISPUTES_MESSAGES.listFailed, isAnnounced: true });
}

/** One dispute with its conversation. */
export function deskDisputeQuery(id: number) {
  return endpointQuery(getDeskDispute, { params: { id } }, { failureText: DESK_DISPUTES_MESSAGES.detailFailed, isAnnounced: true });
}

/** Downloads a file of a dispute. */
export function loadDeskDisputeFile(id: number, fileId: number): Promise<Blob> {
  return api.download(getDeskDisputeFile, { params: { id, fileId } }, new AbortController().signal, () => undefined);
}

/** Answers a dispute at the version that the user has seen. */
export function sendAnswer(id: number, body: { outcome: DisputeOutcome; message: string; version: number }, attempt: Attempt) {
  return api.call(answerDispute, { params: { id }, body }, undefined, { attempt });
}

/** The reads of this page. */
export const DESK_DISPUTE_READS = [listDeskDisputes.id, getDeskDispute.id] as const;
