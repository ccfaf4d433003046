import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import type { SupportRow } from '@yardage/contract/support';
import { SUPPORT_STATUS_NAMES } from '@yardage/domain/names.messages';
import { supportStatusLabel } from '@yardage/domain/support-rules';
import { CellLink } from '#web/patterns/data-table/row-controls.tsx';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import type { RowOpener } from '#web/patterns/data-table/table-props.ts';
import { SupportStatus } from '#web/patterns/support-request/support-status.tsx';
import { SUPPORT_MESSAGES as MESSAGES } from '../support.messages.ts';

/** Columns of SUP-01: Account, Ticket Id, Title, Assigned To, Status, Created Date. */
export function supportColumns(formatDate: (moment: string) => string, opener: RowOpener<SupportRow>): TableColumn<SupportRow>[] {
  return [
    {
      id: 'account',
      header: MESSAGES.account,
      size: 190,
      minSize: 140,
      sortKey: 'displayName',
      value: ({ displayName }) => displayName,
      // This is the title of a card, so add the request's number, which people quote.
      cardCell: ({ id, displayName }) => MESSAGES.requestOf(id, displayName),
      csv: [
        { header: MESSAGES.account, value: ({ displayName }) => displayName },
        { header: MESSAGES.customer, value: ({ customerNumber }) => customerNumber },
      ],
    },
    {
      id: 'id',
      header: MESSAGES.ticketId,
      size: 95,
      sortKey: 'id',
      isDescFirst: true,
      value: ({ id }) => id,
      cell: (row) => (
        <CellLink href={opener.href(row)} label={MESSAGES.view(row.id)} onOpen={() => opener.open(row)}>
          {row.id}
        </CellLink>
      ),
    },
    {
      id: 'title',
      header: MESSAGES.title,
      size: 320,
      minSize: 180,
      canGrow: true,
      wrapBelowPx: 240,
      priority: 1,
      sortKey: 'title',
      card: 'fact',
      value: ({ title }) => title,
    },
    {
      id: 'assignedTo',
      header: MESSAGES.assignedTo,
      size: 160,
      minSize: 130,
      priority: 4,
      sortKey: 'assignedToName',
      value: ({ assignedToName }) => assignedToName ?? '',
    },
    {
      id: 'status',
      header: MESSAGES.status,
      size: 115,
      priority: 2,
      sortKey: 'status',
      card: 'status',
      value: ({ status }) => SUPPORT_STATUS_NAMES[supportStatusLabel(status)],
      cell: ({ status }) => <SupportStatus status={status} />,
    },
    {
      id: 'createdDate',
      header: MESSAGES.createdDate,
      size: 125,
      minSize: 104,
      priority: 3,
      sortKey: MAIN_DATE_SORT,
      isDescFirst: true,
      card: 'fact',
      value: ({ createdDate }) => formatDate(createdDate),
      cardCell: ({ createdDate, assignedToName }) => [formatDate(createdDate), assignedToName].filter(Boolean).join(' · '),
    },
  ];
}
