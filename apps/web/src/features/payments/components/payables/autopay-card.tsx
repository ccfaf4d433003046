import { Anchor, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AutopayRule } from '@yardage/contract/planned-payments';
import type { SavedMethod } from '@yardage/contract/saved-methods';
import { useState } from 'react';
import { useAccess } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { PAYABLES_KEYS, stopRule } from '../../payables.api.ts';
import { PAYABLES_MESSAGES as MESSAGES } from '../../payables.messages.ts';
import { chargeable, upcomingOf } from '../../payables.ts';
import classes from './payables.module.css';

const AutopayDialog = lazyOpened(() => import('./autopay-dialog.tsx').then(({ AutopayDialog }) => AutopayDialog));

const timingOf = ({ timing, daysBefore }: AutopayRule): string =>
  timing === 'days-before' ? MESSAGES.daysBeforeText(daysBefore) : MESSAGES.timings[timing];

interface AutopayCardProps {
  rules: readonly AutopayRule[];
  /** The saved methods; null for users who may not see them. */
  methods: readonly SavedMethod[] | null;
}

/** The rules of autopay, what they will pay next, and how to stop them. */
export function AutopayCard({ rules, methods }: AutopayCardProps) {
  const usable = chargeable(methods ?? [], useAccess().permissions);
  const [isAdding, setIsAdding] = useState(false);
  const [toStop, setToStop] = useState<AutopayRule>();
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const stopping = useWrite({
    write: ({ id }: AutopayRule, attempt) => stopRule(customer, id, attempt),
    meta: { failureTitle: MESSAGES.ruleStopFailed, failureText: MESSAGES.ruleStopFailed, prefersServerMessage: true },
    onSuccess: () => toasts.show({ kind: 'success', title: MESSAGES.ruleStopped }),
    onDone: () => setToStop(undefined),
    onFailed: () => setToStop(undefined),
    onSettled: () => Promise.all(PAYABLES_KEYS.map((id) => queryClient.invalidateQueries({ queryKey: [id] }))),
  });
  const stopButton = (rule: AutopayRule) => (
    <Button size="compact-sm" variant="default" aria-label={`${MESSAGES.stopRule}: ${timingOf(rule)}`} onClick={() => setToStop(rule)}>
      {MESSAGES.stop}
    </Button>
  );
  return (
    <Card
      title={MESSAGES.autopay}
      aside={
        usable.length > 0 ? (
          <Button size="compact-sm" variant="subtle" leftSection={<Icon name="plus" size={16} />} onClick={() => setIsAdding(true)}>
            {MESSAGES.addRule}
          </Button>
        ) : null
      }
    >
      <LineTable
        label={MESSAGES.autopay}
        lines={rules}
        lineKey={({ id }) => id}
        emptyText={MESSAGES.noRules}
        columns={[
          { header: MESSAGES.timing, value: timingOf },
          {
            header: MESSAGES.method,
            isText: true,
            value: ({ method, usesCredits }) => (
              <span className={classes.main}>
                <span>{method.name}</span>
                {usesCredits ? <span className={classes.quiet}>{MESSAGES.usesCredits}</span> : null}
              </span>
            ),
          },
          {
            header: MESSAGES.upcoming,
            value: (rule) => (
              <span className={classes.main}>
                {upcomingOf(rule).map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </span>
            ),
          },
          { header: MESSAGES.paymentCap, isNumber: true, value: ({ paymentCap }) => formatAmount(paymentCap) },
          { header: MESSAGES.monthCap, isNumber: true, value: ({ monthCap }) => formatAmount(monthCap) },
        ]}
        card={(rule) => ({
          title: timingOf(rule),
          result: formatCurrency(rule.monthCap),
          details: [
            rule.method.name,
            ...(rule.usesCredits ? [MESSAGES.usesCredits] : []),
            `${MESSAGES.paymentCap}: ${formatCurrency(rule.paymentCap)}`,
            ...upcomingOf(rule),
          ],
        })}
        action={{ header: MESSAGES.actions, cell: stopButton }}
      />
      {methods && usable.length === 0 ? (
        <p className={classes.missing}>
          {MESSAGES.noMethodForRules}{' '}
          <Anchor component={Link} to="/payments/methods" size="sm">
            {MESSAGES.toMethods}
          </Anchor>
        </p>
      ) : null}
      <MountOnceNeeded isNeeded={isAdding}>
        <AutopayDialog isOpen={isAdding} methods={usable} onClose={() => setIsAdding(false)} />
      </MountOnceNeeded>
      <ConfirmDialog
        isOpen={toStop !== undefined}
        onClose={() => setToStop(undefined)}
        title={MESSAGES.stopRuleTitle}
        confirmText={MESSAGES.stopRule}
        isBusy={stopping.isPending}
        onConfirm={() => toStop && stopping.mutate(toStop)}
      >
        {MESSAGES.stopRuleText}
      </ConfirmDialog>
    </Card>
  );
}
