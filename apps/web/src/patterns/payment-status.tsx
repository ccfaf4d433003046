import { type PaymentResult, paymentResultLabel } from '@yardage/domain/payment-status';
import { type StatusKind, StatusMark } from './status-mark.tsx';

const KINDS: Record<PaymentResult, StatusKind> = { 0: 'waiting', 1: 'done', 2: 'pending' };

interface PaymentStatusProps {
  result: PaymentResult;
  /** Whether 0 means that a payment was attempted and failed, instead of not paid yet. */
  isAttempt?: boolean;
}

/** Shows Paid, Pending or Unpaid for an invoice or a payment (INV-06). */
export function PaymentStatus({ result, isAttempt = false }: PaymentStatusProps) {
  return <StatusMark kind={isAttempt && result === 0 ? 'ended' : KINDS[result]}>{paymentResultLabel(result)}</StatusMark>;
}
