import { ORDER_STATUSES } from '@yardage/domain/names.messages';
import type { OrderStatusId } from '@yardage/domain/orders';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';

const KINDS: Record<OrderStatusId, StatusKind> = {
  0: 'ended',
  1: 'waiting',
  2: 'waiting',
  3: 'waiting',
  4: 'held',
  5: 'done',
  6: 'moving',
  7: 'held',
  8: 'held',
  9: 'ended',
};

/** An order's status with its icon and colour (ORD-08). */
export function OrderStatus({ statusId, status }: { statusId: number; status: string }) {
  const kind = statusId in ORDER_STATUSES ? KINDS[statusId as OrderStatusId] : 'waiting';
  return <StatusMark kind={kind}>{orderStatusName(statusId, status)}</StatusMark>;
}

/** Returns the status in the reader's language; the server's text for an unknown one. */
export function orderStatusName(statusId: number, status: string): string {
  return ORDER_STATUSES[statusId as OrderStatusId] ?? status;
}
