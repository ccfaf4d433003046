import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { PlannedPayment, PlannedState } from '@yardage/contract/planned-payments';
import { useState } from 'react';
import { useAccess } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { CutNote } from '#web/patterns/line-table/cut-note.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { PAYABLES_KEYS, stopPlan } from '../../payables.api.ts';
import { PAYABLES_MESSAGES as MESSAGES } from '../../payables.messages.ts';
import { amountOf, creditsText, invoicesOf, namedAmount, numbersOf, reasonOf } from '../../payables.ts';
import classes from './payables.module.css';
import { OpenableInvoices, PlanAmount } from './plan-invoices.tsx';

const KINDS: Record<PlannedState, StatusKind> = {
  waiting: 'pending',
  planned: 'waiting',
  running: 'moving',
  paid: 'done',
  returned: 'ended',
  failed: 'ended',
  stopped: 'closed',
  declined: 'ended',
  expired: 'closed',
};

interface PlannedCardProps {
  plans: readonly PlannedPayment[];
  view: 'open' | 'past';
  /** How many there are, if it is known. */
  count: number | undefined;
}

/** Payments to come, which can be stopped, or those that are over, with what became of them. */
export function PlannedCard({ plans, view, count }: PlannedCardProps) {
  const formats = useFormats();
  const { permissions } = useAccess();
  const [toStop, setToStop] = useState<PlannedPayment>();
  const dayOf = ({ kind, runOn, requestedAt }: PlannedPayment) => (kind === 'approval' ? formats.date(requestedAt) : formatDay(runOn));
  const mayStop = ({ state, isOwn }: PlannedPayment) =>
    (state === 'waiting' || state === 'planned') && (isOwn || permissions.has(PERMISSIONS.PAYMENTS_SCHEDULE));
  const stopButton = (plan: PlannedPayment) =>
    mayStop(plan) ? (
      <Button size="compact-sm" variant="default" onClick={() => setToStop(plan)} aria-label={`${MESSAGES.stop} ${namedAmount(plan)}`}>
        {MESSAGES.stop}
      </Button>
    ) : null;
  const title = view === 'open' ? MESSAGES.planned : MESSAGES.past;
  return (
    <Card title={title}>
      <LineTable
        label={title}
        lines={plans}
        lineKey={({ id }) => id}
        emptyText={view === 'open' ? MESSAGES.noPlanned : MESSAGES.noPast}
        columns={[
          {
            header: MESSAGES.day,
            value: (plan) => (
              <span className={classes.main}>
                <span>{dayOf(plan)}</span>
                <span className={classes.quiet}>{MESSAGES.kindNames[plan.kind]}</span>
              </span>
            ),
          },
          {
            header: MESSAGES.state,
            value: (plan) => (
              <span className={classes.main}>
                <StatusMark kind={KINDS[plan.state]}>{MESSAGES.states[plan.state]}</StatusMark>
                {reasonOf(plan) ? <span className={classes.quiet}>{reasonOf(plan)}</span> : null}
              </span>
            ),
          },
          { header: MESSAGES.invoices, value: (plan) => <Invoices plan={plan} /> },
          { header: MESSAGES.method, value: ({ method }) => method.name },
          { header: MESSAGES.plannedBy, value: ({ requestedBy }) => requestedBy },
          { header: MESSAGES.amount, isNumber: true, value: (plan) => <PlanAmount plan={plan} /> },
        ]}
        card={(plan) => ({
          title: `${dayOf(plan)} · ${MESSAGES.states[plan.state]}`,
          result: formatCurrency(amountOf(plan)),
          details: [numbersOf(plan), plan.method.name, creditsText(plan), reasonOf(plan)].filter(Boolean),
        })}
        {...(view === 'open' && { action: { header: MESSAGES.actions, cell: stopButton } })}
      />
      <CutNote shown={plans.length} count={count} which={view === 'open' ? 'first' : 'last'} />
      <StopDialog plan={toStop} onClose={() => setToStop(undefined)} />
    </Card>
  );
}

function Invoices({ plan }: { plan: PlannedPayment }) {
  if (plan.payment) {
    return (
      <Link to="/paymentHistory" search={{ payment: plan.payment.cartId } as never}>
        {invoicesOf(plan)}
      </Link>
    );
  }
  return <OpenableInvoices plan={plan} />;
}

function StopDialog({ plan, onClose }: { plan: PlannedPayment | undefined; onClose: () => void }) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const last = useLast(plan);
  const stopping = useWrite({
    write: (id: number, attempt) => stopPlan(customer, id, attempt),
    meta: { failureTitle: MESSAGES.stopFailed, failureText: MESSAGES.stopFailed, prefersServerMessage: true },
    onSuccess: () => toasts.show({ kind: 'success', title: MESSAGES.stopped }),
    onDone: onClose,
    onFailed: onClose,
    onSettled: () => Promise.all(PAYABLES_KEYS.map((id) => queryClient.invalidateQueries({ queryKey: [id] }))),
  });
  return (
    <ConfirmDialog
      isOpen={plan !== undefined}
      onClose={onClose}
      title={MESSAGES.stopTitle(last ? namedAmount(last) : '')}
      confirmText={MESSAGES.stop}
      isBusy={stopping.isPending}
      onConfirm={() => plan && stopping.mutate(plan.id)}
    >
      {MESSAGES.stopText}
    </ConfirmDialog>
  );
}
