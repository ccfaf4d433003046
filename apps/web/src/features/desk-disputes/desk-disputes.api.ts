import {
  answerDispute,
  closeDispute,
  type DeskDisputeDetail,
  getDeskDispute,
  getDeskDisputeFile,
  listDeskDisputes,
} from '@yardage/contract/desk-disputes';
import { DISPUTE_OUTCOMES } from '@yardage/domain/disputes';
import { api } from '#web/lib/api.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListParams } from '#web/lib/query/endpoint-query.ts';
import { DESK_DISPUTES_MESSAGES } from './desk-disputes.messages.ts';

/** A page of the disputes of all customers. */
export function deskDisputesQuery(query: ListParams<typeof listDeskDisputes>) {
  return endpointQuery(listDeskDisputes, { query }, { failureText: DESK_DISPUTES_MESSAGES.listFailed, isAnnounced: true });
}

/** One dispute with its conversation. */
export function deskDisputeQuery(id: number) {
  return endpointQuery(getDeskDispute, { params: { id } }, { failureText: DESK_DISPUTES_MESSAGES.detailFailed, isAnnounced: true });
}

/** Downloads a file of a dispute. */
export function loadDeskDisputeFile(id: number, fileId: number): Promise<Blob> {
  return api.download(getDeskDisputeFile, { params: { id, fileId } });
}

/** What the desk can do with a dispute: answer it, or end it. */
export const DESK_ANSWERS = [...DISPUTE_OUTCOMES, 'closed'] as const;
export type DeskAnswer = (typeof DESK_ANSWERS)[number];

/** Answers or ends a dispute at the version that the user has seen. */
export function sendAnswer(
  id: number,
  { outcome, ...rest }: { outcome: DeskAnswer; message: string; version: number },
  attempt: Attempt,
): Promise<DeskDisputeDetail> {
  if (outcome === 'closed') return api.call(closeDispute, { params: { id }, body: rest }, { attempt });
  const body = { outcome, ...rest };
  return api.call(answerDispute, { params: { id }, body }, { attempt });
}

/** The reads of this page. */
export const DESK_DISPUTE_READS = [listDeskDisputes.id, getDeskDispute.id] as const;
