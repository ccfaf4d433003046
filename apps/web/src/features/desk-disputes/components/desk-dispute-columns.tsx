import type { DeskDisputeRow } from '@yardage/contract/desk-disputes';
import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import { disputeStatus } from '@yardage/domain/disputes';
import { DISPUTE_REASON_NAMES, DISPUTE_STATUS_NAMES } from '@yardage/domain/disputes.messages';
import { formatDateTimeOfDesk } from '#web/lib/formats/named-zone.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { DisputeStatus, disputePlace } from '#web/patterns/dispute/dispute-status.tsx';
import { DESK_DISPUTES_MESSAGES as MESSAGES } from '../desk-disputes.messages.ts';

/** The columns of the disputes at the desk. */
export function deskDisputeColumns(): TableColumn<DeskDisputeRow>[] {
  return [
    {
      id: 'documentNumber',
      header: MESSAGES.invoice,
      size: 110,
      sortKey: 'documentNumber',
      value: ({ documentNumber }) => documentNumber,
    },
    {
      id: 'status',
      header: MESSAGES.status,
      size: 150,
      priority: 1,
      card: 'status',
      value: (row) => DISPUTE_STATUS_NAMES[disputeStatus(row)],
      cell: (row) => <DisputeStatus dispute={row} />,
    },
    {
      id: 'customer',
      header: MESSAGES.customer,
      size: 240,
      minSize: 160,
      canGrow: true,
      priority: 2,
      sortKey: 'customerName',
      card: 'fact',
      value: ({ customerName, globalCustomerNumber }) => `${customerName} · ${globalCustomerNumber}`,
    },
    {
      id: 'reason',
      header: MESSAGES.reason,
      size: 120,
      priority: 3,
      card: 'fact',
      value: ({ reason }) => DISPUTE_REASON_NAMES[reason],
    },
    { id: 'line', header: MESSAGES.line, size: 220, minSize: 140, canGrow: true, priority: 5, value: disputePlace },
    {
      id: 'amount',
      header: MESSAGES.amount,
      size: 120,
      align: 'end',
      priority: 1,
      sortKey: 'amount',
      isDescFirst: true,
      card: 'aside',
      value: ({ amount }) => amount,
      cell: ({ amount }) => formatAmount(amount),
      cardCell: ({ amount }) => formatCurrency(amount),
    },
    {
      id: 'since',
      header: MESSAGES.since,
      size: 186,
      priority: 4,
      sortKey: MAIN_DATE_SORT,
      isDescFirst: true,
      card: 'aside',
      value: ({ createdDate, timeZone }) => formatDateTimeOfDesk(createdDate, timeZone),
    },
  ];
}
