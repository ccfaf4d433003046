import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MemberRow } from '@yardage/contract/members';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { canChange, canDecide } from '@yardage/domain/member-rules';
import { formatPhone } from '@yardage/domain/phones';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useRecordTitle } from '#web/lib/navigation/page-title.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { InfoCard, type InfoRow } from '#web/patterns/info-card.tsx';
import { MailLink } from '#web/patterns/mail-link.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { memberQuery } from '../members.api.ts';
import { MEMBERS_MESSAGES as MESSAGES } from '../members.messages.ts';
import { DecideForm } from './decide-form.tsx';
import { addressOf, memberName } from './member-columns.tsx';
import { MemberStatus } from './member-status.tsx';

interface MemberDrawerProps {
  /** Undefined while the drawer is closed. */
  memberId: number | undefined;
  onClose: () => void;
  onEdit: (member: MemberRow) => void;
  onDelete: (member: MemberRow) => void;
}

/** Request Details: the person's data, and the decision form while the request is undecided (USR-04, USR-05). */
export function MemberDrawer({ memberId, onClose, onEdit, onDelete }: MemberDrawerProps) {
  const shownId = useLast(memberId);
  const query = useQuery({ ...memberQuery(useCustomer(), shownId ?? 0), enabled: memberId !== undefined });
  const member = query.data;
  const canApprove = useHoldsAny([PERMISSIONS.USER_ACCOUNTS_APPROVAL]);
  const canManage = useHoldsAny([PERMISSIONS.USER_ACCOUNTS_ADD_ACCOUNT]);
  useRecordTitle(memberId !== undefined && member !== undefined, member ? memberName(member) : '');
  return (
    <SideDrawer
      isOpen={memberId !== undefined}
      onClose={onClose}
      title={MESSAGES.detailsTitle}
      status={member ? <MemberStatus member={member} /> : null}
      context={member ? memberName(member) : null}
      footer={
        member && canManage && canChange(member) ? (
          <>
            <Button variant="default" onClick={() => onDelete(member)}>
              {MESSAGES.deleteMember}
            </Button>
            <Button onClick={() => onEdit(member)}>{MESSAGES.editMember}</Button>
          </>
        ) : null
      }
    >
      <DetailState query={query} shape={[5, 2]}>
        {(loaded) => (
          <>
            {canApprove && canDecide(loaded) ? <DecideForm key={loaded.id} member={loaded} /> : null}
            <InfoCard title={MESSAGES.information} rows={rowsOf(loaded)} isComplete />
          </>
        )}
      </DetailState>
    </SideDrawer>
  );
}

/** Returns the rows of the information card. For undecided requests, empty rows such as role and access are left out. */
function rowsOf(member: MemberRow): InfoRow[] {
  const rows = [
    { label: MESSAGES.email, value: <MailLink email={member.email} /> },
    { label: MESSAGES.phone, value: member.phone ? <a href={`tel:${member.phone}`}>{formatPhone(member.phone)}</a> : null },
    { label: MESSAGES.address, value: addressOf(member) },
    { label: MESSAGES.requestType, value: member.requestTypeName },
    { label: MESSAGES.role, value: member.roleName },
    { label: MESSAGES.access, value: member.statusId === 2 ? (member.isEnabled ? MESSAGES.enabled : MESSAGES.disabled) : null },
  ];
  return canDecide(member) ? rows.filter(({ value }) => value) : rows;
}
