import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { DeskRequestDetail } from '@yardage/contract/desk-requests';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { DESK_REQUEST_READS, deskRequestQuery, sendConfirmation } from './desk-requests.api.ts';
import { DESK_REQUESTS_MESSAGES as MESSAGES } from './desk-requests.messages.ts';

const refresh = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => DESK_REQUEST_READS.includes(String(queryKey[0])) });

/** After a refusal somebody else was faster, so the request is shown as it stands now. */
export function useAnswered() {
  const queryClient = useQueryClient();
  return {
    meta: { failureText: MESSAGES.answerFailed, prefersServerMessage: true, isForm: true },
    show: async (answer: DeskRequestDetail, title: string) => {
      queryClient.setQueryData(deskRequestQuery(answer.id).queryKey, answer);
      toasts.show({ kind: 'success', title });
      await refresh(queryClient);
    },
    onError: () => void refresh(queryClient),
  };
}

/** Confirms a request with one click, in the version that is shown. */
export function useConfirm() {
  const { meta, show, onError } = useAnswered();
  return useWrite({
    write: ({ id, version, chosenPlantId }: { id: number; version: number; chosenPlantId?: number | undefined }, attempt) =>
      sendConfirmation(id, { version, plantId: chosenPlantId ?? null, note: null }, attempt),
    meta,
    onSuccess: (answer) => show(answer, MESSAGES.confirmed(answer.number)),
    onError,
  });
}
