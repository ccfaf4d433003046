import { QUOTE_STATUS_NAMES } from '@yardage/domain/names.messages';
import { type QuoteStatusLabel, quoteStatusLabel } from '@yardage/domain/quotes';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';

const KINDS: Record<QuoteStatusLabel, StatusKind> = { Active: 'active', Inactive: 'held', Pending: 'pending' };

/** A quote's status (QUO-04). */
export function QuoteStatus({ isActive }: { isActive: boolean | null }) {
  const label = quoteStatusLabel(isActive);
  return <StatusMark kind={KINDS[label]}>{QUOTE_STATUS_NAMES[label]}</StatusMark>;
}
