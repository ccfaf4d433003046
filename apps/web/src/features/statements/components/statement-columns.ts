import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import type { StatementRow } from '@yardage/contract/statements';
import { formatDay } from '#web/lib/formats/date-format.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { STATEMENT_FIELDS as FIELDS } from '../statements.messages.ts';

/** Columns of the statements list (STM-04). The date identifies a statement, and selecting it opens the statement. */
export const statementColumns = (): readonly TableColumn<StatementRow>[] => [
  {
    id: 'statementDate',
    header: FIELDS.statementDate,
    size: 140,
    // The API calls every list's main date `ticketDateTime`. The list is sorted by it by default.
    sortKey: MAIN_DATE_SORT,
    isDescFirst: true,
    value: ({ statementDate }) => formatDay(statementDate),
  },
  { id: 'globalCustomerNumber', header: FIELDS.globalCustomerNumber, size: 130, priority: 4, value: (row) => row.globalCustomerNumber },
  { id: 'customerNumber', header: FIELDS.customerNumber, size: 150, priority: 2, value: (row) => row.customerNumber },
  {
    id: 'customerName',
    header: FIELDS.customerName,
    size: 240,
    minSize: 180,
    priority: 1,
    canGrow: true,
    card: 'fact',
    value: (row) => row.customerName,
    cardCell: ({ customerName, customerNumber }) => `${customerName} · ${customerNumber}`,
  },
  {
    id: 'address',
    header: FIELDS.address,
    size: 280,
    minSize: 200,
    canGrow: true,
    wrapBelowPx: 280,
    priority: 3,
    card: 'fact',
    value: (row) => row.address,
  },
];
