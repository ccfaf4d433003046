import type { RequestState } from '@yardage/domain/request-states';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { ORDER_REQUEST_MESSAGES as MESSAGES } from './order-request.messages.ts';

const KINDS: Record<RequestState, StatusKind> = {
  requested: 'pending',
  proposed: 'moving',
  confirmed: 'done',
  declined: 'ended',
  withdrawn: 'closed',
  expired: 'closed',
};

/** The state of a request. */
export function RequestStatus({ state }: { state: RequestState }) {
  return <StatusMark kind={KINDS[state]}>{MESSAGES.states[state]}</StatusMark>;
}
