import { Button, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listRequests, MAX_REQUEST_NOTE, type RequestDetail } from '@yardage/contract/order-requests';
import { isOpenRequest } from '@yardage/domain/request-states';
import { type ReactNode, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { putAnswer } from '#web/lib/query/put-answer.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { ORDER_REQUEST_MESSAGES } from '#web/patterns/order-request/order-request.messages.ts';
import { RequestSections, useProposalText } from '#web/patterns/order-request/order-request.tsx';
import { RequestStatus } from '#web/patterns/order-request/request-status.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { requestQuery, sendAnswer, sendWithdrawal } from '../order-requests.api.ts';
import { ORDER_REQUESTS_MESSAGES as MESSAGES } from '../order-requests.messages.ts';
import classes from './request-drawer.module.css';

interface RequestDrawerProps {
  /** Undefined while the drawer is closed. */
  requestId: number | undefined;
  onClose: () => void;
  /** Further actions, such as the chat. */
  actions: (request: RequestDetail) => ReactNode;
  orderLink: (orderId: number, orderNumber: string) => ReactNode;
}

/** A request with its timeline, and what its customer can do with it (REQ-02). */
export function RequestDrawer({ requestId, onClose, actions, orderLink }: RequestDrawerProps) {
  const shownId = useLast(requestId) ?? 0;
  const query = useQuery({ ...requestQuery(useCustomer(), shownId), enabled: requestId !== undefined });
  const request = query.data;
  return (
    <SideDrawer
      isInUrl
      isOpen={requestId !== undefined}
      onClose={onClose}
      title={request ? ORDER_REQUEST_MESSAGES.title(request.number) : ORDER_REQUEST_MESSAGES.titleLoading}
      status={request ? <RequestStatus state={request.state} /> : null}
      isOnlyText
      context={request?.job}
      footer={
        request ? (
          <>
            {isOpenRequest(request.state) ? <Withdraw key={request.id} request={request} /> : null}
            {actions(request)}
          </>
        ) : null
      }
    >
      <DetailState query={query} skeletonLines={[3, 6]}>
        {(loaded) => (
          <>
            {loaded.state === 'proposed' ? <Proposal key={loaded.id} request={loaded} /> : null}
            {loaded.state === 'declined' ? (
              <Notice kind="info" title={MESSAGES.declinedTitle}>
                {loaded.answer}
              </Notice>
            ) : null}
            <RequestSections
              request={loaded}
              orderLink={loaded.orderId && loaded.orderNumber ? orderLink(loaded.orderId, loaded.orderNumber) : null}
            />
          </>
        )}
      </DetailState>
    </SideDrawer>
  );
}

/** Writes an answer about a request and shows the request as the server returns it, or as it is if somebody was faster. */
function useAnswer<Variables>(
  request: RequestDetail,
  write: Parameters<typeof useWrite<RequestDetail, Variables>>[0]['write'],
  done: (answer: RequestDetail) => string,
) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const { queryKey } = requestQuery(customer, request.id);
  return useWrite<RequestDetail, Variables>({
    write,
    meta: { failureText: MESSAGES.answerFailed, prefersServerMessage: true },
    onSuccess: async (answer) => {
      putAnswer(queryClient, queryKey, answer);
      toasts.show({ kind: 'success', title: done(answer) });
      await queryClient.invalidateQueries({ queryKey: [listRequests.id] });
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}

function Withdraw({ request }: { request: RequestDetail }) {
  const customer = useCustomer();
  const [isAsking, setIsAsking] = useState(false);
  const withdrawing = useAnswer<void>(
    request,
    (_nothing, attempt) => sendWithdrawal(customer, request.id, attempt),
    () => MESSAGES.withdrawn,
  );
  return (
    <>
      <Button variant="default" loading={withdrawing.isPending} onClick={() => setIsAsking(true)}>
        {MESSAGES.withdraw}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={MESSAGES.withdrawTitle}
        confirmText={MESSAGES.withdraw}
        cancelText={MESSAGES.keep}
        onConfirm={() => {
          setIsAsking(false);
          withdrawing.mutate();
        }}
      >
        {MESSAGES.withdrawText(request.number)}
      </ConfirmDialog>
    </>
  );
}

function Proposal({ request }: { request: RequestDetail }) {
  const customer = useCustomer();
  const [note, setNote] = useState('');
  const proposalText = useProposalText(request.unitOfMeasure);
  const answering = useAnswer<boolean>(
    request,
    (isAccepted, attempt) => sendAnswer(customer, request.id, { version: request.version, isAccepted, note: note.trim() || null }, attempt),
    ({ state }) => (state === 'confirmed' ? MESSAGES.accepted : MESSAGES.refused),
  );
  useUnsavedInput({ isChanged: note !== '', isSending: answering.isPending });
  const [firstVersion] = useState(request.version);
  return (
    <Card title={MESSAGES.proposalTitle}>
      <div className={classes.proposal}>
        {request.version === firstVersion ? null : <Notice kind="info" title={MESSAGES.proposalChanged} />}
        <p className={classes.offer}>{request.proposal ? proposalText(request.proposal) : null}</p>
        {request.answer ? <p>{request.answer}</p> : null}
        <Textarea
          label={MESSAGES.refuseNote}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={MAX_REQUEST_NOTE}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <div className={classes.actions}>
          <Button variant="default" disabled={answering.isPending} onClick={() => answering.mutate(false)}>
            {MESSAGES.refuse}
          </Button>
          <Button loading={answering.isPending} onClick={() => answering.mutate(true)}>
            {MESSAGES.accept}
          </Button>
        </div>
      </div>
    </Card>
  );
}
