import type { DeskRegistrationRow } from '@yardage/contract/desk';
import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { DESK_REGISTRATIONS_MESSAGES as MESSAGES } from '../desk.messages.ts';

/** Returns first and last name. */
export const registrantName = ({ firstName, lastName }: DeskRegistrationRow): string => `${firstName} ${lastName}`.trim();

const accountOf = ({ customer }: DeskRegistrationRow): string => customer?.displayName ?? MESSAGES.unknownAccount;

/** The columns of the registration list: the person, their company and number, and the matching account, if any. */
export function registrationColumns(formatDate: (moment: string) => string): TableColumn<DeskRegistrationRow>[] {
  return [
    { id: 'name', header: MESSAGES.name, size: 180, minSize: 140, canGrow: true, sortKey: 'lastName', value: registrantName },
    {
      id: 'email',
      header: MESSAGES.email,
      size: 240,
      minSize: 180,
      canGrow: true,
      priority: 4,
      sortKey: 'email',
      card: 'fact',
      value: ({ email }) => email,
    },
    {
      id: 'company',
      header: MESSAGES.company,
      size: 220,
      minSize: 150,
      priority: 1,
      canGrow: true,
      sortKey: 'companyName',
      card: 'fact',
      value: ({ companyName }) => companyName,
      cardCell: ({ companyName, customerNumber }) => [companyName, customerNumber].filter(Boolean).join(' · '),
    },
    {
      id: 'customerNumber',
      header: MESSAGES.customerNumber,
      size: 120,
      priority: 5,
      sortKey: 'customerNumber',
      value: ({ customerNumber }) => customerNumber,
    },
    {
      id: 'account',
      header: MESSAGES.account,
      size: 180,
      minSize: 140,
      priority: 2,
      card: 'fact',
      value: accountOf,
      cardCell: (row) => `${MESSAGES.account}: ${accountOf(row)}`,
    },
    {
      id: 'requested',
      header: MESSAGES.requested,
      size: 120,
      minSize: 104,
      priority: 3,
      sortKey: MAIN_DATE_SORT,
      isDescFirst: true,
      card: 'aside',
      value: ({ requestedDate }) => formatDate(requestedDate),
    },
  ];
}
