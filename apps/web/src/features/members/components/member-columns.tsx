import type { MemberRow } from '@yardage/contract/members';
import { MEMBER_STATUS } from '@yardage/domain/member-rules';
import { shownName } from '@yardage/domain/names';
import { MEMBER_ROLE_NAMES, MEMBER_STATUS_NAMES } from '@yardage/domain/names.messages';
import { formatPhone } from '@yardage/domain/phones';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { MEMBERS_MESSAGES as MESSAGES } from '../members.messages.ts';
import classes from './member-columns.module.css';

type Column = TableColumn<MemberRow>;

/** Returns the name of a member's role in the reader's language. */
export const roleText = ({ roleName }: { roleName: string | null }): string => (roleName ? shownName(MEMBER_ROLE_NAMES, roleName) : '');

/** Returns first and last name. */
export const memberName = ({ firstName, lastName }: Pick<MemberRow, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`.trim();

/** Returns street, city, state and zip in one line. */
export const addressOf = ({ address, city, state, zip }: MemberRow): string =>
  [address, [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')].filter(Boolean).join(', ');

/** The columns of the members list: User, Phone, Address, Role, Status (USR-01). */
export const memberColumns = (): readonly Column[] => [
  {
    id: 'user',
    header: MESSAGES.user,
    size: 400,
    minSize: 240,
    canGrow: true,
    sortKey: 'lastName',
    value: memberName,
    cell: (member) => (
      <span className={classes.user}>
        <span>{memberName(member)}</span>
        <span className={classes.email}>{member.email}</span>
      </span>
    ),
    cardCell: memberName,
    csv: [
      { header: MESSAGES.user, value: memberName },
      { header: MESSAGES.email, value: ({ email }) => email },
    ],
  },
  // Hidden in the table, where User contains the email; on phone cards it has its own line.
  {
    id: 'email',
    header: MESSAGES.email,
    size: 220,
    sortKey: 'email',
    isHiddenAtFirst: true,
    card: 'fact',
    csv: [],
    value: ({ email }) => email,
  },
  { id: 'phone', header: MESSAGES.phone, size: 135, priority: 3, sortKey: 'phone', value: ({ phone }) => formatPhone(phone) },
  {
    id: 'address',
    header: MESSAGES.address,
    size: 280,
    minSize: 180,
    canGrow: true,
    wrapBelowPx: 280,
    priority: 4,
    sortKey: 'address',
    value: addressOf,
  },
  {
    id: 'role',
    header: MESSAGES.role,
    size: 150,
    priority: 2,
    sortKey: 'roleName',
    card: 'fact',
    value: roleText,
    cardCell: (member) => [roleText(member), formatPhone(member.phone)].filter(Boolean).join(' · '),
  },
  {
    id: 'status',
    header: MESSAGES.status,
    size: 120,
    priority: 1,
    sortKey: 'statusName',
    card: 'status',
    value: memberStatusText,
    cell: (member) => <MemberStatus member={member} />,
  },
];

const KINDS: Record<number, StatusKind> = {
  [MEMBER_STATUS.requested]: 'waiting',
  [MEMBER_STATUS.approved]: 'done',
  [MEMBER_STATUS.rejected]: 'ended',
};

/** Returns a member's status as text: the status of their request, or Disabled. */
function memberStatusText({ statusId, statusName, isEnabled }: Pick<MemberRow, 'statusId' | 'statusName' | 'isEnabled'>): string {
  return statusId === MEMBER_STATUS.approved && !isEnabled
    ? MESSAGES.disabled
    : (MEMBER_STATUS_NAMES[statusId as keyof typeof MEMBER_STATUS_NAMES] ?? statusName);
}

/** A member's status with its mark (USR-02). */
export function MemberStatus({ member }: { member: Pick<MemberRow, 'statusId' | 'statusName' | 'isEnabled'> }) {
  const isDisabled = member.statusId === MEMBER_STATUS.approved && !member.isEnabled;
  return <StatusMark kind={isDisabled ? 'held' : (KINDS[member.statusId] ?? 'waiting')}>{memberStatusText(member)}</StatusMark>;
}
