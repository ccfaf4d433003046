import type { DisputeSummary } from '@yardage/contract/disputes';
import { type DisputeProgress, disputeStatus, type DisputeStatus as Status } from '@yardage/domain/disputes';
import { DISPUTE_STATUS_NAMES } from '@yardage/domain/disputes.messages';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { DISPUTE_MESSAGES as MESSAGES } from './dispute.messages.ts';

const KINDS: Record<Status, StatusKind> = {
  open: 'active',
  'needs-information': 'held',
  'credit-promised': 'partly',
  declined: 'ended',
  withdrawn: 'closed',
  closed: 'done',
};

/** The status of a dispute (APY-03). */
export function DisputeStatus({ dispute }: { dispute: DisputeProgress }) {
  const status = disputeStatus(dispute);
  return <StatusMark kind={KINDS[status]}>{DISPUTE_STATUS_NAMES[status]}</StatusMark>;
}

/** What is disputed, in a line: the ticket and product, or the whole invoice. */
export function disputePlace({ ticketNumber, productNumber }: Pick<DisputeSummary, 'ticketNumber' | 'productNumber'>): string {
  return ticketNumber ? MESSAGES.line(ticketNumber, productNumber ?? '') : MESSAGES.wholeInvoice;
}
