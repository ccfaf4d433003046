import { type DisputeStanding, disputeStatus, type DisputeStatus as Status } from '@yardage/domain/disputes';
import { DISPUTE_STATUS_NAMES } from '@yardage/domain/names.messages';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';

const KINDS: Record<Status, StatusKind> = {
  open: 'active',
  'needs-information': 'held',
  'credit-promised': 'partly',
  declined: 'ended',
  withdrawn: 'closed',
  closed: 'done',
};

/** Shows how a dispute stands (APY-03). */
export function DisputeStatus({ dispute }: { dispute: DisputeStanding }) {
  const status = disputeStatus(dispute);
  return <StatusMark kind={KINDS[status]}>{DISPUTE_STATUS_NAMES[status]}</StatusMark>;
}
