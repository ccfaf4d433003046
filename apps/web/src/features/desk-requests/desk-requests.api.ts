import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  confirmRequest,
  type DeskRequestDetail,
  declineRequest,
  getDeskRequest,
  getPlantLoad,
  listDeskRequests,
  listRequestRules,
  proposeRequest,
  saveRequestRules,
} from '@yardage/contract/desk-requests';
import type { Call } from '@yardage/contract/endpoint';
import type { OrderType } from '@yardage/domain/orders';
import { api } from '#web/lib/api.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListParams } from '#web/lib/query/endpoint-query.ts';
import { putAnswer } from '#web/lib/query/put-answer.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { DESK_REQUESTS_MESSAGES as MESSAGES } from './desk-requests.messages.ts';

/** Reads of the page that change whenever somebody answers a request. */
export const DESK_REQUEST_READS = [listDeskRequests.id, getDeskRequest.id, getPlantLoad.id];

/** A page of the queue. */
export function deskRequestsQuery(query: ListParams<typeof listDeskRequests>) {
  return endpointQuery(listDeskRequests, { query }, { failureText: MESSAGES.listFailed, isAnnounced: true });
}

/** One request as dispatch sees it. */
export function deskRequestQuery(id: number) {
  return endpointQuery(getDeskRequest, { params: { id } }, { failureText: MESSAGES.detailFailed, isAnnounced: true });
}

/** The load of the plants on a day, without one request and the order that it makes or moves. */
export function plantLoadQuery(query: { dataSource: string; orderType: OrderType; day: string; exceptRequest: number }) {
  return endpointQuery(getPlantLoad, { query }, { isSilent: true, isAnnounced: true });
}

type Body<E extends { body: unknown }> = E extends Parameters<typeof api.call>[0] ? NonNullable<Call<E>['body']> : never;

function sendConfirmation(id: number, body: Body<typeof confirmRequest>, attempt: Attempt) {
  return api.call(confirmRequest, { params: { id }, body }, { attempt });
}

export function sendProposal(id: number, body: Body<typeof proposeRequest>, attempt: Attempt) {
  return api.call(proposeRequest, { params: { id }, body }, { attempt });
}

export function sendDecline(id: number, body: Body<typeof declineRequest>, attempt: Attempt) {
  return api.call(declineRequest, { params: { id }, body }, { attempt });
}

/** The rules of all data sources. */
export function rulesQuery() {
  return endpointQuery(listRequestRules, {}, { failureText: MESSAGES.rulesFailed });
}

export type RulesBody = Body<typeof saveRequestRules>;

export function sendRules(body: RulesBody, attempt: Attempt) {
  return api.call(saveRequestRules, { body }, { attempt });
}

const refresh = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => DESK_REQUEST_READS.includes(String(queryKey[0])) });

/** A refusal means that a colleague was faster, so the request is fetched again. */
export function useAnswered() {
  const queryClient = useQueryClient();
  return {
    meta: { failureText: MESSAGES.answerFailed, prefersServerMessage: true, isForm: true },
    show: async (answer: DeskRequestDetail, title: string) => {
      putAnswer(queryClient, deskRequestQuery(answer.id).queryKey, answer);
      toasts.show({ kind: 'success', title });
      await refresh(queryClient);
    },
    onError: () => void refresh(queryClient),
  };
}

/** Confirms a request in the version that is shown. `onEnd` is called after the answer, whatever it is. */
export function useConfirm(onEnd?: () => void) {
  const { meta, show, onError } = useAnswered();
  return useWrite({
    write: ({ id, version, chosenPlantId }: { id: number; version: number; chosenPlantId?: number | undefined }, attempt) =>
      sendConfirmation(id, { version, plantId: chosenPlantId ?? null, note: null }, attempt),
    meta,
    onSuccess: (answer) => show(answer, MESSAGES.confirmed(answer.number)),
    onError,
    ...(onEnd && { onDone: onEnd, onFailed: onEnd }),
  });
}
