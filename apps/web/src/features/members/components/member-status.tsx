import type { MemberRow } from '@yardage/contract/members';
import { MEMBER_STATUS } from '@yardage/domain/member-rules';
import { MEMBER_STATUS_NAMES } from '@yardage/domain/names.messages';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { MEMBERS_MESSAGES } from '../members.messages.ts';

const KINDS: Record<number, StatusKind> = {
  [MEMBER_STATUS.requested]: 'waiting',
  [MEMBER_STATUS.approved]: 'done',
  [MEMBER_STATUS.rejected]: 'ended',
};

/** Returns a member's status as text: the status of their request, or Disabled. */
export function memberStatusText({ statusId, statusName, isEnabled }: Pick<MemberRow, 'statusId' | 'statusName' | 'isEnabled'>): string {
  return statusId === MEMBER_STATUS.approved && !isEnabled
    ? MEMBERS_MESSAGES.disabled
    : (MEMBER_STATUS_NAMES[statusId as keyof typeof MEMBER_STATUS_NAMES] ?? statusName);
}

/** A member's status with its mark (USR-02). */
export function MemberStatus({ member }: { member: Pick<MemberRow, 'statusId' | 'statusName' | 'isEnabled'> }) {
  const isDisabled = member.statusId === MEMBER_STATUS.approved && !member.isEnabled;
  return <StatusMark kind={isDisabled ? 'held' : (KINDS[member.statusId] ?? 'waiting')}>{memberStatusText(member)}</StatusMark>;
}
