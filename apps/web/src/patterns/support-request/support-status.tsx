import { SUPPORT_STATUS_NAMES } from '@yardage/domain/names.messages';
import { type SupportStatusLabel, supportStatusLabel } from '@yardage/domain/support-rules';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';

const KINDS: Record<SupportStatusLabel, StatusKind> = { Active: 'active', Pending: 'pending', Resolved: 'done', Closed: 'closed' };

/** Shows the status of a support request (SUP-03). */
export function SupportStatus({ status }: { status: number }) {
  const label = supportStatusLabel(status);
  return <StatusMark kind={KINDS[label]}>{SUPPORT_STATUS_NAMES[label]}</StatusMark>;
}
