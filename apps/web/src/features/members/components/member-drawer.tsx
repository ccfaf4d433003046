import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MemberRow } from '@yardage/contract/members';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { canChange, canDecide } from '@yardage/domain/member-rules';
import { shownName } from '@yardage/domain/names';
import { REQUEST_TYPE_NAMES } from '@yardage/domain/names.messages';
import { formatPhone, telHref } from '@yardage/domain/phones';
import { MEMBER_MESSAGES } from '@yardage/domain/rules.messages';
import { useState } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useRecordTitle } from '#web/lib/navigation/page-title.ts';
import { useOverlayScope, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { InfoCard, type InfoRow } from '#web/patterns/info-card.tsx';
import layout from '#web/patterns/layout.module.css';
import { MailLink } from '#web/patterns/mail-link.tsx';
import { RoleField } from '#web/patterns/person-form/role-field.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { decideMember, memberFailures, memberQuery, rolesQuery, useMembersRefresh } from '../members.api.ts';
import { MEMBERS_MESSAGES as MESSAGES } from '../members.messages.ts';
import { addressOf, MemberStatus, memberName, roleText } from './member-columns.tsx';

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
      isInUrl
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
      <DetailState query={query} skeletonLines={[5, 2]}>
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
    { label: MESSAGES.phone, value: member.phone ? <a href={telHref(member.phone)}>{formatPhone(member.phone)}</a> : null },
    { label: MESSAGES.address, value: addressOf(member) },
    { label: MESSAGES.requestType, value: shownName(REQUEST_TYPE_NAMES, member.requestTypeName) },
    { label: MESSAGES.role, value: roleText(member) },
    { label: MESSAGES.access, value: member.statusId === 2 ? (member.isEnabled ? MESSAGES.enabled : MESSAGES.disabled) : null },
  ];
  return canDecide(member) ? rows.filter(({ value }) => value) : rows;
}

/** Form to approve a request with a role or reject it. Then the drawer closes and the list is refetched (USR-05 to USR-07, USR-18). */
function DecideForm({ member }: { member: MemberRow }) {
  const { finish } = useOverlayScope();
  const refresh = useMembersRefresh();
  const roles = useQuery(rolesQuery(useCustomer()));
  const [roleId, setRoleId] = useState<number | null>(null);
  const [isRoleMissing, setIsRoleMissing] = useState(false);
  const [isRejecting, setIsRejecting] = useState(false);
  const deciding = useWrite({
    write: (decision: Parameters<typeof decideMember>[1], attempt) => decideMember(member.id, decision, attempt),
    meta: memberFailures.decide(),
    onSuccess: ({ message }) => toasts.show({ kind: 'success', title: message }),
    onDone: finish,
    onFailed: () => setIsRejecting(false),
    // After an error, refetch the request: somebody else may have decided it first. After success, the form has to stay until it closes
    // the drawer, so nothing waits for the list.
    onSettled: (_answer, error) => void refresh(error === null),
  });
  // The drawer may be closed while the decision is being sent; the answer then shows as a toast.
  useUnsavedInput({ isChanged: roleId !== null && !deciding.isPending, isSending: false });
  const approve = (): void => {
    setIsRoleMissing(roleId === null);
    if (roleId !== null && !deciding.isPending) deciding.mutate({ status: 2, roleId });
  };
  return (
    <Card title={MESSAGES.decision}>
      <div className={layout.form}>
        <RoleField
          label={MESSAGES.role}
          query={roles}
          value={roleId}
          error={isRoleMissing && roleId === null ? MEMBER_MESSAGES.roleRequired : null}
          onChange={setRoleId}
        />
        <div className={layout.actions}>
          <Button variant="default" onClick={() => !deciding.isPending && setIsRejecting(true)}>
            {MESSAGES.reject}
          </Button>
          <Button loading={deciding.isPending && deciding.variables?.status === 2} onClick={approve}>
            {MESSAGES.approve}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isRejecting}
        onClose={() => setIsRejecting(false)}
        title={MESSAGES.rejectTitle}
        confirmText={MESSAGES.reject}
        isBusy={deciding.isPending}
        onConfirm={() => deciding.mutate({ status: 3 })}
      >
        {MESSAGES.rejectText(memberName(member))}
      </ConfirmDialog>
    </Card>
  );
}
