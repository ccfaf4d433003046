import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { PlannedPayment } from '@yardage/contract/planned-payments';
import { type FormEvent, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { approvePlan, declinePlan, PAYABLES_KEYS } from '../../payables.api.ts';
import { PAYABLES_MESSAGES as MESSAGES } from '../../payables.messages.ts';
import { approvalText, approvalToast, creditsText, invoicesOf, namedAmount, numbersOf } from '../../payables.ts';
import classes from './payables.module.css';
import { OpenableInvoices, PlanAmount, PlanInvoices } from './plan-invoices.tsx';

/** Returns when a payment is made: at once when it is approved, or on its day. */
const dayOf = ({ kind, runOn }: PlannedPayment): string => (kind === 'approval' ? MESSAGES.kindNames.approval : formatDay(runOn));

type Task = { kind: 'approve' | 'decline'; plan: PlannedPayment };

/** Names a payment in the labels of its buttons. The amount alone is not enough, because two payments may have the same. */
const nameOf = (plan: PlannedPayment): string => [namedAmount(plan), plan.requestedBy, invoicesOf(plan)].join(', ');

/** The payments that wait for a second person. */
export function ApprovalsCard({ plans }: { plans: readonly PlannedPayment[] }) {
  const { date, time } = useFormats();
  const minute = (moment: string): string => `${date(moment)} ${time(moment)}`;
  const [task, setTask] = useState<Task>();
  const close = () => setTask(undefined);
  const shown = useLast(task);
  const amount = shown ? namedAmount(shown.plan) : '';
  const buttons = (plan: PlannedPayment) =>
    plan.isOwn ? (
      <span className={classes.quiet}>{MESSAGES.ownRequest}</span>
    ) : (
      <span className={classes.row}>
        <Button size="compact-sm" aria-label={`${MESSAGES.approve} ${nameOf(plan)}`} onClick={() => setTask({ kind: 'approve', plan })}>
          {MESSAGES.approve}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${MESSAGES.decline} ${nameOf(plan)}`}
          onClick={() => setTask({ kind: 'decline', plan })}
        >
          {MESSAGES.decline}
        </Button>
      </span>
    );
  return (
    <Card title={MESSAGES.approvals}>
      <LineTable
        label={MESSAGES.approvals}
        lines={plans}
        lineKey={({ id }) => id}
        emptyText={MESSAGES.noApprovals}
        columns={[
          { header: MESSAGES.plannedBy, isText: true, value: ({ requestedBy }) => requestedBy },
          {
            header: MESSAGES.invoices,
            value: (plan) => <OpenableInvoices plan={plan} />,
          },
          { header: MESSAGES.method, isText: true, value: ({ method }) => method.name },
          { header: MESSAGES.day, value: dayOf },
          { header: MESSAGES.until, isWhole: true, value: ({ expiresAt }) => (expiresAt ? minute(expiresAt) : '') },
          { header: MESSAGES.amount, isNumber: true, value: (plan) => <PlanAmount plan={plan} /> },
        ]}
        card={(plan) => ({
          title: plan.requestedBy,
          result: formatCurrency(plan.amount),
          details: [
            dayOf(plan),
            numbersOf(plan),
            plan.method.name,
            creditsText(plan),
            plan.expiresAt ? `${MESSAGES.until}: ${minute(plan.expiresAt)}` : '',
          ].filter(Boolean),
        })}
        action={{ header: MESSAGES.actions, cell: buttons }}
      />
      <FormDialog isInUrl={false} isOpen={task?.kind === 'approve'} onClose={close} title={MESSAGES.approveTitle(amount)} size="question">
        {shown ? <ApproveQuestion key={shown.plan.id} plan={shown.plan} onClose={close} /> : null}
      </FormDialog>
      <FormDialog isInUrl={false} isOpen={task?.kind === 'decline'} onClose={close} title={MESSAGES.declineTitle(amount)}>
        {({ finish, close }) => (shown ? <DeclineForm key={shown.plan.id} plan={shown.plan} onDone={finish} onCancel={close} /> : null)}
      </FormDialog>
    </Card>
  );
}

function useRefresh(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => Promise.all(PAYABLES_KEYS.map((id) => queryClient.invalidateQueries({ queryKey: [id] })));
}

function ApproveQuestion({ plan, onClose }: { plan: PlannedPayment; onClose: () => void }) {
  const customer = useCustomer();
  const { today } = useFormats();
  const approving = useWrite({
    write: (id: number, attempt) => approvePlan(customer, id, attempt),
    meta: { failureTitle: MESSAGES.approveFailed, failureText: MESSAGES.approveFailed, prefersServerMessage: true },
    onSuccess: (approved) => toasts.show(approvalToast(approved)),
    onDone: onClose,
    onFailed: onClose,
    onSettled: useRefresh(),
  });
  // The dialog stays until it is known whether the payment was made.
  useUnsavedInput({ isChanged: false, isSending: approving.isPending });
  return (
    <>
      <p className={classes.context}>{approvalText(plan, today())}</p>
      <PlanInvoices plan={plan} />
      <div className={classes.actions}>
        <Button variant="default" data-autofocus disabled={approving.isPending} onClick={onClose}>
          {MESSAGES.cancel}
        </Button>
        <Button loading={approving.isPending} onClick={() => approving.mutate(plan.id)}>
          {MESSAGES.approve}
        </Button>
      </div>
    </>
  );
}

function DeclineForm({ plan, onDone, onCancel }: { plan: PlannedPayment; onDone: () => void; onCancel: () => void }) {
  const customer = useCustomer();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const declining = useWrite({
    write: (text: string, attempt) => declinePlan(customer, plan.id, text, attempt),
    meta: { failureTitle: MESSAGES.declineFailed, failureText: MESSAGES.declineFailed, prefersServerMessage: true },
    onSuccess: () => toasts.show({ kind: 'success', title: MESSAGES.declined }),
    onDone,
    onSettled: useRefresh(),
  });
  useUnsavedInput({ isChanged: reason !== '' && !declining.isSuccess, isSending: declining.isPending });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (declining.isPending) return;
    setFault(reason.trim() === '' ? MESSAGES.reasonRequired : undefined);
    if (reason.trim() !== '') declining.mutate(reason.trim());
  };
  return (
    <form noValidate aria-label={MESSAGES.decline} onSubmit={submit}>
      <PlanInvoices plan={plan} />
      <Textarea
        label={MESSAGES.reason}
        maxLength={500}
        rows={3}
        value={reason}
        error={fault}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button type="button" variant="default" disabled={declining.isPending} onClick={onCancel}>
          {MESSAGES.cancel}
        </Button>
        <Button type="submit" loading={declining.isPending}>
          {MESSAGES.decline}
        </Button>
      </div>
    </form>
  );
}
