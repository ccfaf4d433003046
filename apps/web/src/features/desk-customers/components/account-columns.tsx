import type { DeskAccountRow } from '@yardage/contract/desk-customers';
import { formatNumber } from '@yardage/domain/quantities';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { DESK_CUSTOMERS_MESSAGES as MESSAGES } from '../desk-customers.messages.ts';

const placeOf = ({ city, state }: DeskAccountRow): string => `${city}, ${state}`;

/** The columns of the customer accounts. */
export function accountColumns(): TableColumn<DeskAccountRow>[] {
  return [
    {
      id: 'name',
      header: MESSAGES.name,
      size: 300,
      minSize: 180,
      canGrow: true,
      sortKey: 'displayName',
      value: ({ displayName }) => displayName,
    },
    {
      id: 'number',
      header: MESSAGES.number,
      size: 130,
      priority: 1,
      sortKey: 'customerNumber',
      card: 'fact',
      value: ({ customerNumber }) => customerNumber,
      cardCell: ({ customerNumber, dataSourceName }) => `${customerNumber} · ${dataSourceName}`,
    },
    {
      id: 'dataSource',
      header: MESSAGES.dataSource,
      size: 200,
      minSize: 140,
      canGrow: true,
      priority: 3,
      value: ({ dataSourceName }) => dataSourceName,
    },
    { id: 'place', header: MESSAGES.place, size: 180, minSize: 130, priority: 4, card: 'fact', value: placeOf },
    { id: 'users', header: MESSAGES.users, size: 90, align: 'end', priority: 5, value: ({ userCount }) => formatNumber(userCount) },
    {
      id: 'balance',
      header: MESSAGES.balance,
      size: 150,
      align: 'end',
      priority: 2,
      card: 'aside',
      value: ({ balanceAmount }) => formatAmount(balanceAmount),
      cardCell: ({ balanceAmount }) => formatCurrency(balanceAmount),
      csv: [{ header: MESSAGES.balance, value: ({ balanceAmount }) => balanceAmount }],
    },
  ];
}
