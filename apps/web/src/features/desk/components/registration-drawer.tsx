import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type DeskCustomer, type DeskRegistrationRow, getDeskRegistration, listDeskRegistrations } from '@yardage/contract/desk';
import { formatPhone } from '@yardage/domain/phones';
import { isSameCompany } from '@yardage/domain/registration-rules';
import { MEMBER_MESSAGES } from '@yardage/domain/rules.messages';
import { type ReactNode, useState } from 'react';
import { useMayUseDesk } from '#web/lib/access/access.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { useRecordTitle } from '#web/lib/navigation/page-title.ts';
import { useOverlayScope, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { InfoCard } from '#web/patterns/info-card.tsx';
import layout from '#web/patterns/layout.module.css';
import { MailLink } from '#web/patterns/mail-link.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { RoleField } from '#web/patterns/person-form/role-field.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { type DeskDecision, decideRegistration, deskCountsQuery, deskRegistrationQuery, deskRolesQuery } from '../desk.api.ts';
import { DESK_REGISTRATIONS_MESSAGES as MESSAGES } from '../desk.messages.ts';
import { AccountPicker, accountText } from './account-picker.tsx';
import { registrantName } from './registration-columns.tsx';

interface RegistrationDrawerProps {
  /** Undefined while the drawer is closed. */
  requestId: number | undefined;
  /** Shows whether the user with an address is disabled: their request cannot be approved then. */
  disabledUser: (email: string) => ReactNode;
  onClose: () => void;
}

/** A registration request in a drawer with the decision form. If a colleague decided it first, it stays open and says so. */
export function RegistrationDrawer({ requestId, disabledUser, onClose }: RegistrationDrawerProps) {
  const isOpen = requestId !== undefined;
  const query = useQuery({ ...deskRegistrationQuery(useLast(requestId) ?? 0), enabled: isOpen });
  const isNamed = isOpen && query.data !== undefined;
  useRecordTitle(isNamed, query.data ? registrantName(query.data) : '');
  const isDecided = query.error instanceof HttpProblem && query.error.status === 404;
  return (
    <SideDrawer isInUrl isOpen={isOpen} onClose={onClose} title={MESSAGES.details} context={query.data ? registrantName(query.data) : null}>
      <div className={layout.sections}>
        {isDecided ? (
          <Notice kind="info" title={MESSAGES.decided}>
            {MESSAGES.decidedText}
          </Notice>
        ) : null}
        <DetailState query={isDecided ? { ...query, error: null } : query} skeletonLines={[3, 5]}>
          {(request) => (
            <>
              {isDecided ? null : disabledUser(request.email)}
              {isDecided ? null : <RegistrationDecision key={request.id} request={request} />}
              <RegistrationFacts request={request} />
            </>
          )}
        </DetailState>
      </div>
    </SideDrawer>
  );
}

function RegistrationFacts({ request }: { request: DeskRegistrationRow }) {
  const formats = useFormats();
  return (
    <InfoCard
      title={MESSAGES.information}
      isComplete
      rows={[
        { label: MESSAGES.email, value: <MailLink email={request.email} /> },
        { label: MESSAGES.phone, value: formatPhone(request.phone) },
        { label: MESSAGES.company, value: request.companyName },
        { label: MESSAGES.customerNumber, value: request.customerNumber },
        { label: MESSAGES.account, value: request.customer ? accountText(request.customer) : MESSAGES.unknownAccount },
        { label: MESSAGES.address, value: `${request.address}, ${request.city}, ${request.state} ${request.zip}` },
        { label: MESSAGES.requested, value: formats.dateTime(request.requestedDate) },
      ]}
    />
  );
}

/** Form to approve a request for an account with a role, or to reject it. Then the drawer closes. */
function RegistrationDecision({ request }: { request: DeskRegistrationRow }) {
  const { finish } = useOverlayScope();
  const queryClient = useQueryClient();
  const roles = useQuery(deskRolesQuery());
  const mayGiveAnyRole = useMayUseDesk('customer-users');
  const [roleId, setRoleId] = useState<number | null>(null);
  const [account, setAccount] = useState<DeskCustomer | null>(null);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [question, setQuestion] = useState<'other-company' | 'reject' | null>(null);
  const deciding = useWrite({
    write: (decision: DeskDecision, attempt) => decideRegistration(request.id, decision, attempt),
    meta: { failureText: MESSAGES.decisionFailed, prefersServerMessage: true },
    onSuccess: ({ message }) => toasts.show({ kind: 'success', title: message }),
    onDone: finish,
    onFailed: () => setQuestion(null),
    // After an error, refetch the request: it may be decided already. After success, do not refetch it while the drawer closes.
    onSettled: (_answer, error) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [listDeskRegistrations.id] }),
        queryClient.invalidateQueries({ queryKey: deskCountsQuery().queryKey }),
        queryClient.invalidateQueries({ queryKey: [getDeskRegistration.id], refetchType: error ? 'active' : 'none' }),
      ]),
  });
  // The drawer may be closed while the decision is being sent; the answer then shows as a toast.
  useUnsavedInput({ isChanged: (roleId !== null || account !== null) && !deciding.isPending, isSending: false });
  const isAccountMissing = request.customer === null && account === null;
  const target = request.customer ?? account;
  const approve = (isConfirmed: boolean): void => {
    setIsSubmitted(true);
    if (deciding.isPending || roleId === null || isAccountMissing || !target) return;
    if (!isConfirmed && !isOfCompany(target, request.companyName)) {
      setQuestion('other-company');
      return;
    }
    deciding.mutate({
      status: 2,
      roleId,
      ...(account && request.customer === null ? { globalCustomerNumber: account.globalCustomerNumber } : {}),
    });
  };
  return (
    <Card title={MESSAGES.decision}>
      <div className={layout.form}>
        {request.customer === null ? (
          <AccountPicker error={isSubmitted && isAccountMissing ? MESSAGES.accountRequired : null} onChoose={setAccount} />
        ) : null}
        <RoleField
          label={MESSAGES.role}
          query={roles}
          value={roleId}
          hint={mayGiveAnyRole ? undefined : MESSAGES.roleHint}
          error={isSubmitted && roleId === null ? MEMBER_MESSAGES.roleRequired : null}
          onChange={setRoleId}
        />
        <div className={layout.actions}>
          <Button variant="default" onClick={() => !deciding.isPending && setQuestion('reject')}>
            {MESSAGES.reject}
          </Button>
          <Button loading={deciding.isPending} onClick={() => approve(false)}>
            {MESSAGES.approve}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={question === 'other-company'}
        onClose={() => setQuestion(null)}
        title={MESSAGES.otherCompany}
        confirmText={MESSAGES.approveAnyway}
        isBusy={deciding.isPending}
        onConfirm={() => approve(true)}
      >
        {target ? MESSAGES.otherCompanyText(registrantName(request), request.companyName, accountText(target)) : null}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={question === 'reject'}
        onClose={() => setQuestion(null)}
        title={MESSAGES.rejectTitle}
        confirmText={MESSAGES.reject}
        isBusy={deciding.isPending}
        onConfirm={() => deciding.mutate({ status: 3 })}
      >
        {MESSAGES.rejectText(registrantName(request))}
      </ConfirmDialog>
    </Card>
  );
}

function isOfCompany({ companyName, displayName }: DeskCustomer, typed: string): boolean {
  return isSameCompany(companyName, typed) || isSameCompany(displayName, typed);
}
