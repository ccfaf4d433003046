import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ApprovalLimit, getApprovalLimit } from '@yardage/contract/planned-payments';
import { typedDollars } from '@yardage/domain/money';
import { type FormEvent, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { changeLimit } from '../../payables.api.ts';
import { PAYABLES_MESSAGES as MESSAGES } from '../../payables.messages.ts';
import classes from './payables.module.css';

/** The amount above which payments need a second person, and how to change it. */
export function LimitCard({ limit }: { limit: ApprovalLimit }) {
  const { date } = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      title={MESSAGES.limit}
      aside={
        <Button size="compact-sm" variant="subtle" onClick={() => setIsOpen(true)}>
          {MESSAGES.changeLimit}
        </Button>
      }
    >
      <div className={classes.body}>
        <p>{limitText(limit, date(limit.setAt))}</p>
        <p className={classes.context}>{MESSAGES.limitContext}</p>
      </div>
      <FormDialog isInUrl={false} isOpen={isOpen} onClose={() => setIsOpen(false)} title={MESSAGES.limit} context={MESSAGES.limitContext}>
        {({ finish, close }) => <LimitForm limit={limit} onDone={finish} onCancel={close} />}
      </FormDialog>
    </Card>
  );
}

/** Returns the limit in force. The user who set it may no longer exist. */
export function limitText({ amount, setBy }: ApprovalLimit, day: string): string {
  if (amount === null) return MESSAGES.noLimit;
  return setBy ? MESSAGES.limitNow(formatCurrency(amount), setBy, day) : MESSAGES.limitSince(formatCurrency(amount), day);
}

function LimitForm({ limit, onDone, onCancel }: { limit: ApprovalLimit; onDone: () => void; onCancel: () => void }) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const before = limit.amount === null ? '' : limit.amount.toFixed(2);
  const [amount, setAmount] = useState(before);
  const [fault, setFault] = useState<string>();
  const changing = useWrite({
    write: (next: number | null, attempt) => changeLimit(customer, next, attempt),
    meta: { failureTitle: MESSAGES.limitFailed, failureText: MESSAGES.limitFailed, prefersServerMessage: true },
    onSuccess: () => {
      toasts.show({ kind: 'success', title: MESSAGES.limitChanged });
      return queryClient.invalidateQueries({ queryKey: [getApprovalLimit.id] });
    },
    onDone,
  });
  useUnsavedInput({ isChanged: amount !== before && !changing.isSuccess, isSending: changing.isPending });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (changing.isPending) return;
    const next = amount.trim() === '' ? null : typedDollars(amount);
    setFault(next === undefined ? MESSAGES.limitInvalid : undefined);
    if (next !== undefined) changing.mutate(next);
  };
  return (
    <form noValidate aria-label={MESSAGES.limit} onSubmit={submit}>
      <TextInput
        label={MESSAGES.limitField}
        description={MESSAGES.limitHint}
        inputMode="decimal"
        leftSection="$"
        autoComplete="off"
        value={amount}
        error={fault}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button type="button" variant="default" disabled={changing.isPending} onClick={onCancel}>
          {MESSAGES.cancel}
        </Button>
        <Button type="submit" loading={changing.isPending}>
          {MESSAGES.save}
        </Button>
      </div>
    </form>
  );
}
