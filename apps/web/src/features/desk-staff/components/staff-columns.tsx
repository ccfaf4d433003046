import type { StaffRow } from '@yardage/contract/desk-staff';
import { STAFF_ROLE_NAMES } from '@yardage/domain/names.messages';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { StatusMark } from '#web/patterns/status-mark.tsx';
import { DESK_STAFF_MESSAGES as MESSAGES } from '../desk-staff.messages.ts';

/** Returns first and last name. */
export const staffName = ({ firstName, lastName }: Pick<StaffRow, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`.trim();

const nameText = (row: StaffRow): string => (row.isMe ? MESSAGES.me(staffName(row)) : staffName(row));
const stateText = ({ isEnabled }: StaffRow): string => (isEnabled ? MESSAGES.enabled : MESSAGES.disabled);

/** The columns of the staff list. */
export function staffColumns(formatDate: (moment: string) => string): TableColumn<StaffRow>[] {
  return [
    { id: 'name', header: MESSAGES.name, size: 240, minSize: 160, canGrow: true, sortKey: 'lastName', value: nameText },
    {
      id: 'email',
      header: MESSAGES.email,
      size: 280,
      minSize: 180,
      canGrow: true,
      priority: 3,
      sortKey: 'email',
      card: 'fact',
      value: ({ email }) => email,
    },
    {
      id: 'role',
      header: MESSAGES.role,
      size: 150,
      priority: 1,
      sortKey: 'role',
      card: 'fact',
      value: ({ role }) => (role ? STAFF_ROLE_NAMES[role] : MESSAGES.noRole),
    },
    {
      id: 'state',
      header: MESSAGES.state,
      size: 120,
      priority: 2,
      card: 'status',
      value: stateText,
      cell: (row) => <StatusMark kind={row.isEnabled ? 'done' : 'held'}>{stateText(row)}</StatusMark>,
    },
    {
      id: 'since',
      header: MESSAGES.since,
      size: 120,
      priority: 4,
      sortKey: 'createdDate',
      isDescFirst: true,
      card: 'aside',
      value: ({ createdDate }) => formatDate(createdDate),
    },
  ];
}
