import type { DeskSupportRow } from '@yardage/contract/desk';
import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import { SUPPORT_STATUS_NAMES } from '@yardage/domain/names.messages';
import { supportStatusLabel } from '@yardage/domain/support-rules';
import { formatDate } from '#web/lib/formats/date-format.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { SupportStatus } from '#web/patterns/support-request/support-status.tsx';
import { DESK_SUPPORT_MESSAGES as MESSAGES } from '../desk.messages.ts';

/** The columns of the desk's support list. */
export function deskSupportColumns(): TableColumn<DeskSupportRow>[] {
  return [
    { id: 'id', header: MESSAGES.ticketId, size: 95, sortKey: 'id', isDescFirst: true, value: ({ id }) => id },
    {
      id: 'title',
      header: MESSAGES.title,
      size: 300,
      minSize: 180,
      canGrow: true,
      wrapBelowPx: 240,
      priority: 1,
      sortKey: 'title',
      card: 'fact',
      value: ({ title }) => title,
    },
    {
      id: 'account',
      header: MESSAGES.account,
      size: 230,
      minSize: 160,
      priority: 3,
      canGrow: true,
      sortKey: 'displayName',
      card: 'fact',
      value: ({ displayName, customerNumber }) => `${displayName} · ${customerNumber}`,
    },
    {
      id: 'assignedTo',
      header: MESSAGES.assignedTo,
      size: 160,
      minSize: 130,
      priority: 5,
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
      priority: 4,
      sortKey: MAIN_DATE_SORT,
      isDescFirst: true,
      card: 'aside',
      value: ({ createdDate, timeZone }) => formatDate(createdDate, timeZone),
    },
  ];
}
