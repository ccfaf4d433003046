import type { SupportRow } from '@yardage/contract/support';
import { supportStatusLabel } from '@yardage/domain/support-rules';
import { CellLink } from '#web/patterns/data-table/cell-link.tsx';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import type { RowOpener } from '#web/patterns/data-table/table-props.ts';
import { SupportStatus } from '#web/patterns/support-request/support-status.tsx';
import { SUPPORT_WORDS as WORDS } from '../support.messages.ts';
import classes from './support-columns.module.css';

/** SUP-01: Account, Ticket Id, Title, Assigned To, Status, Created Date. */
export function supportColumns(formatDate: (moment: string) => string, opener: RowOpener<SupportRow>): TableColumn<SupportRow>[] {
  return [
    {
      id: 'account',
      header: WORDS.account,
      size: 190,
      sortKey: 'displayName',
      value: ({ displayName }) => displayName,
      // A phone's card has this as its title: there the request's number is what people quote.
      cell: ({ id, displayName }) => (
        <>
          <span className={classes.onScreen}>{displayName}</span>
          <span className={classes.onPhone}>{WORDS.requestOf(id, displayName)}</span>
        </>
      ),
      csv: [
        { header: WORDS.account, value: ({ displayName }) => displayName },
        { header: WORDS.customer, value: ({ customerNumber }) => customerNumber },
      ],
    },
    {
      id: 'id',
      header: WORDS.ticketId,
      size: 95,
      sortKey: 'id',
      isDescFirst: true,
      value: ({ id }) => id,
      cell: (row) => (
        <CellLink href={opener.href(row)} label={WORDS.view(row.id)} onOpen={() => opener.open(row)}>
          {row.id}
        </CellLink>
      ),
    },
    { id: 'title', header: WORDS.title, size: 320, canGrow: true, sortKey: 'title', card: 'fact', value: ({ title }) => title },
    {
      id: 'assignedTo',
      header: WORDS.assignedTo,
      size: 160,
      sortKey: 'assignedToName',
      card: 'body',
      value: ({ assignedToName }) => assignedToName ?? '',
    },
    {
      id: 'status',
      header: WORDS.status,
      size: 115,
      sortKey: 'status',
      card: 'status',
      value: ({ status }) => supportStatusLabel(status),
      cell: ({ status }) => <SupportStatus status={status} />,
    },
    {
      id: 'createdDate',
      header: WORDS.createdDate,
      size: 125,
      sortKey: 'ticketDateTime',
      isDescFirst: true,
      card: 'body',
      value: ({ createdDate }) => formatDate(createdDate),
    },
  ];
}
