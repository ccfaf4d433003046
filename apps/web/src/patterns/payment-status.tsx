import { type PaymentResult, paymentResultLabel } from '@yardage/domain/payment-status';
import { type StatusKind, StatusMark } from './status-mark.tsx';

const KINDS: Record<PaymentResult, StatusKind> = { 0: 'waiting', 1: 'done', 2: 'pending' };

interface PaymentStatusProps {
  result: PaymentResult;
  /** Whether 0 means that a payment was tried and did not succeed, and not only that nobody has paid yet. */
  isAttempt?: boolean;
}

/** Paid, Pending or Unpaid, of an invoice or a payment (INV-06). */
export function PaymentStatus({ result, isAttempt = false }: PaymentStatusProps) {
  return <StatusMark kind={isAttempt && result === 0 ? 'ended' : KINDS[result]}>{paymentResultLabel(result)}</StatusMark>;
}
