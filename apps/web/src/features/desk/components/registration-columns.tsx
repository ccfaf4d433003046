import type { DeskRegistrationRow } from '@yardage/contract/desk';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { DESK_WORDS } from '../desk.messages.ts';

const WORDS = DESK_WORDS.registrations;

/** Returns first and last name. */
export const nameOf = ({ firstName, lastName }: DeskRegistrationRow): string => `${firstName} ${lastName}`.trim();

const accountOf = ({ customer }: DeskRegistrationRow): string => customer?.displayName ?? WORDS.unknownAccount;

/** The columns of the registration list: the person, their company and number, and the matching account, if any. */
export function registrationColumns(formatDate: (moment: string) => string): TableColumn<DeskRegistrationRow>[] {
  return [
    { id: 'name', header: WORDS.name, size: 180, leastSize: 140, canGrow: true, sortKey: 'lastName', value: nameOf },
    {
      id: 'email',
      header: WORDS.email,
      size: 240,
      leastSize: 180,
      canGrow: true,
      priority: 4,
      sortKey: 'email',
      card: 'fact',
      value: ({ email }) => email,
    },
    {
      id: 'company',
      header: WORDS.company,
      size: 220,
      leastSize: 150,
      priority: 1,
      canGrow: true,
      sortKey: 'companyName',
      card: 'fact',
      value: ({ companyName }) => companyName,
      cardCell: ({ companyName, customerNumber }) => [companyName, customerNumber].filter(Boolean).join(' · '),
    },
    {
      id: 'customerNumber',
      header: WORDS.customerNumber,
      size: 120,
      priority: 5,
      sortKey: 'customerNumber',
      value: ({ customerNumber }) => customerNumber,
    },
    {
      id: 'account',
      header: WORDS.account,
      size: 180,
      leastSize: 140,
      priority: 2,
      card: 'fact',
      value: accountOf,
      cardCell: (row) => `${WORDS.account}: ${accountOf(row)}`,
    },
    {
      id: 'requested',
      header: WORDS.requested,
      size: 120,
      leastSize: 104,
      priority: 3,
      sortKey: 'ticketDateTime',
      isDescFirst: true,
      card: 'aside',
      value: ({ requestedDate }) => formatDate(requestedDate),
    },
  ];
}
