import type { PaymentReviewRow } from '@yardage/contract/desk-payments';
import type { PaymentReviewReason } from '@yardage/contract/lists';
import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import { paymentMethodLabel } from '@yardage/domain/payment-status';
import { formatDateTimeOfDesk } from '#web/lib/formats/named-zone.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { DESK_PAYMENTS_MESSAGES as MESSAGES } from '../desk-payments.messages.ts';

const KINDS: Record<PaymentReviewReason, StatusKind> = {
  unresolved: 'pending',
  disagreed: 'moving',
  returned: 'ended',
  refunded: 'closed',
  disputed: 'held',
};

/** Why a payment needs a person. */
export function ReviewReason({ reason }: Pick<PaymentReviewRow, 'reason'>) {
  return <StatusMark kind={KINDS[reason]}>{MESSAGES.reasons[reason]}</StatusMark>;
}

const customerText = ({ customerName, globalCustomerNumber }: PaymentReviewRow): string => `${customerName} · ${globalCustomerNumber}`;

/** The columns of the list of payments that need a person. */
export function reviewColumns(): TableColumn<PaymentReviewRow>[] {
  return [
    { id: 'cartId', header: MESSAGES.receipt, size: 130, value: ({ cartId }) => cartId },
    {
      id: 'reason',
      header: MESSAGES.reason,
      size: 130,
      priority: 1,
      card: 'status',
      value: ({ reason }) => MESSAGES.reasons[reason],
      cell: ({ reason }) => <ReviewReason reason={reason} />,
    },
    {
      id: 'customer',
      header: MESSAGES.customer,
      size: 240,
      minSize: 160,
      canGrow: true,
      priority: 2,
      card: 'fact',
      value: customerText,
    },
    {
      id: 'amount',
      header: MESSAGES.amount,
      size: 120,
      align: 'end',
      priority: 1,
      sortKey: 'amount',
      isDescFirst: true,
      card: 'aside',
      value: ({ amount }) => formatCurrency(amount),
    },
    { id: 'method', header: MESSAGES.method, size: 120, priority: 5, value: ({ method }) => paymentMethodLabel(method) },
    {
      id: 'note',
      header: MESSAGES.decision,
      size: 220,
      minSize: 140,
      canGrow: true,
      priority: 4,
      card: 'fact',
      value: ({ note }) => note ?? '',
    },
    {
      id: 'since',
      header: MESSAGES.since,
      size: 186,
      priority: 3,
      sortKey: MAIN_DATE_SORT,
      isDescFirst: true,
      card: 'aside',
      value: ({ createdAt, timeZone }) => formatDateTimeOfDesk(createdAt, timeZone),
    },
  ];
}
