import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { PERMISSION_OF_METHOD } from '@yardage/contract/payments';
import { AUTOPAY_TIMINGS, type AutopayTiming } from '@yardage/contract/planned-payments';
import type { SavedMethod } from '@yardage/contract/saved-methods';
import { typedDollars } from '@yardage/domain/money';
import { type FormEvent, useRef, useState } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { addRule, type NewRule, PAYABLES_KEYS } from '../../payables.api.ts';
import { PAYABLES_MESSAGES as MESSAGES } from '../../payables.messages.ts';
import classes from './payables.module.css';

const FIELDS = ['methodId', 'timing', 'daysBefore', 'paymentCap', 'monthCap'] as const;
const STANDARD_DAYS = '3';
const MAX_DAYS = 60;

interface AutopayDialogProps {
  isOpen: boolean;
  /** Those that the user can charge. */
  methods: readonly SavedMethod[];
  onClose: () => void;
}

/** Dialog for a rule of autopay. */
export function AutopayDialog({ isOpen, methods, onClose }: AutopayDialogProps) {
  return (
    <FormDialog isInUrl={false} isOpen={isOpen} onClose={onClose} title={MESSAGES.addRule} context={MESSAGES.rulesHint}>
      {({ finish, close }) => <AutopayForm methods={methods} onDone={finish} onCancel={close} />}
    </FormDialog>
  );
}

function AutopayForm({ methods, onDone, onCancel }: { methods: readonly SavedMethod[]; onDone: () => void; onCancel: () => void }) {
  const element = useRef<HTMLFormElement>(null);
  const customer = useCustomer();
  const mayUseCredits = useHoldsAny([PERMISSION_OF_METHOD.Credit]);
  const queryClient = useQueryClient();
  const [values, setValues] = useState({
    methodId: String(methods[0]?.id ?? ''),
    timing: 'due-date' as AutopayTiming,
    daysBefore: STANDARD_DAYS,
    paymentCap: '',
    monthCap: '',
    usesCredits: false,
  });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const change = (changed: Partial<typeof values>): void => setValues((before) => ({ ...before, ...changed }));
  const adding = useWrite({
    write: (rule: NewRule, attempt) => addRule(customer, rule, attempt),
    meta: { failureTitle: MESSAGES.addRuleFailed, failureText: MESSAGES.addRuleFailed, prefersServerMessage: true, isForm: true },
    onSuccess: () => {
      toasts.show({ kind: 'success', title: MESSAGES.ruleAdded });
      for (const id of PAYABLES_KEYS) void queryClient.invalidateQueries({ queryKey: [id] });
    },
    onDone,
    onFailed: (error) => {
      if (!isFieldRefusal(error)) return;
      setFaults(placeErrors(error.problem, FIELDS) as Record<string, string>);
      focusFirstFault(element.current);
    },
  });
  useUnsavedInput({ isChanged: (values.paymentCap !== '' || values.monthCap !== '') && !adding.isSuccess, isSending: adding.isPending });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (adding.isPending) return;
    const [paymentCap, monthCap] = [typedDollars(values.paymentCap), typedDollars(values.monthCap)];
    const days = Number(values.daysBefore);
    const found = {
      ...(values.methodId === '' && { methodId: MESSAGES.methodRequired }),
      ...(!paymentCap && { paymentCap: MESSAGES.capRequired }),
      ...(!monthCap && { monthCap: MESSAGES.capRequired }),
      ...(paymentCap && monthCap && monthCap < paymentCap && { monthCap: MESSAGES.monthCapLow }),
    };
    setFaults(found as Record<string, string>);
    if (Object.keys(found).length > 0 || !paymentCap || !monthCap) {
      focusFirstFault(element.current);
      return;
    }
    const { timing, usesCredits } = values;
    // Sent only if it is chosen: during an update, a server of the version before refuses what it does not know.
    const chosen = usesCredits ? { usesCredits } : {};
    adding.mutate({ methodId: Number(values.methodId), timing, daysBefore: days, paymentCap, monthCap, ...chosen });
  };
  return (
    <form ref={element} className={classes.fields} noValidate aria-label={MESSAGES.addRule} onSubmit={submit}>
      <NativeSelect
        label={MESSAGES.timing}
        data={AUTOPAY_TIMINGS.map((value) => ({ value, label: MESSAGES.timings[value] }))}
        value={values.timing}
        onChange={(event) => change({ timing: event.currentTarget.value as AutopayTiming })}
      />
      {values.timing === 'days-before' ? (
        <NativeSelect
          label={MESSAGES.daysBefore}
          data={Array.from({ length: MAX_DAYS }, (_, index) => String(index + 1))}
          value={values.daysBefore}
          error={faults.daysBefore}
          onChange={(event) => change({ daysBefore: event.currentTarget.value })}
        />
      ) : null}
      <NativeSelect
        label={MESSAGES.method}
        data={methods.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={values.methodId}
        error={faults.methodId}
        onChange={(event) => change({ methodId: event.currentTarget.value })}
      />
      {(['paymentCap', 'monthCap'] as const).map((field) => (
        <TextInput
          key={field}
          label={MESSAGES[field]}
          inputMode="decimal"
          leftSection="$"
          autoComplete="off"
          value={values[field]}
          error={faults[field]}
          onChange={(event) => change({ [field]: event.currentTarget.value })}
        />
      ))}
      {mayUseCredits ? (
        <Checkbox
          label={MESSAGES.usesCredits}
          description={MESSAGES.usesCreditsHint}
          checked={values.usesCredits}
          onChange={(event) => change({ usesCredits: event.currentTarget.checked })}
        />
      ) : null}
      {faults.form ? <Notice kind="failure" title={faults.form} /> : null}
      <div className={classes.actions}>
        <Button type="button" variant="default" disabled={adding.isPending} onClick={onCancel}>
          {MESSAGES.cancel}
        </Button>
        <Button type="submit" loading={adding.isPending}>
          {MESSAGES.addRule}
        </Button>
      </div>
    </form>
  );
}
