import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { SavedMethod } from '@yardage/contract/saved-methods';
import { type FormEvent, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { type MethodProofBody, verifyMethod } from '../../payables.api.ts';
import { PAYABLES_MESSAGES as MESSAGES } from '../../payables.messages.ts';
import { typedCents } from '../../payables.ts';
import { isUnclear, reasonOf } from './add-method-form.tsx';
import classes from './payables.module.css';

interface VerifyFormProps {
  method: SavedMethod;
  onDone: () => void;
  onCancel: () => void;
  onSettled: () => unknown;
}

/** Asks for what arrived at a bank account: two small amounts, or the code of one (APY-05). */
export function VerifyForm({ method, onDone, onCancel, onSettled }: VerifyFormProps) {
  const customer = useCustomer();
  const formats = useFormats();
  const [typed, setTyped] = useState({ first: '', second: '', code: '' });
  const [isSubmitted, setIsSubmitted] = useState(false);
  const verifying = useMutation({
    mutationFn: (proof: MethodProofBody) => verifyMethod(customer, method.id, proof),
    meta: { isForm: true, isSilent: true },
    onSuccess: () => {
      toasts.show({ kind: 'success', title: MESSAGES.verified });
      onDone();
    },
    onSettled,
  });
  const isChanged = Object.values(typed).some((text) => text !== '');
  useUnsavedInput({ isChanged: isChanged && !verifying.isSuccess, isSending: verifying.isPending });
  const [first, second] = [typedCents(typed.first), typedCents(typed.second)];
  const code = typed.code.trim().toUpperCase();
  const isCode = /^SM[A-Z0-9]{4}$/.test(code);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (verifying.isPending) return;
    setIsSubmitted(true);
    if (method.proof === 'code') {
      if (isCode) verifying.mutate({ code });
    } else if (first && second) verifying.mutate({ amounts: [first, second] });
  };
  const field = (name: keyof typeof typed, label: string, fault: string | undefined) => (
    <TextInput
      label={label}
      autoComplete="off"
      inputMode={name === 'code' ? 'text' : 'decimal'}
      value={typed[name]}
      error={isSubmitted ? fault : undefined}
      onChange={({ currentTarget }) => setTyped((before) => ({ ...before, [name]: currentTarget.value }))}
    />
  );
  return (
    <form className={classes.fields} noValidate aria-label={MESSAGES.verifyTitle(method.name)} onSubmit={submit}>
      <p className={classes.context}>{method.proof === 'code' ? MESSAGES.verifyCode : MESSAGES.verifyAmounts}</p>
      {method.proof === 'code' ? (
        field('code', MESSAGES.code, isCode ? undefined : MESSAGES.codeFault)
      ) : (
        <div className={classes.pair}>
          {field('first', MESSAGES.firstAmount, first ? undefined : MESSAGES.amountFault)}
          {field('second', MESSAGES.secondAmount, second ? undefined : MESSAGES.amountFault)}
        </div>
      )}
      {verifying.error ? (
        <Notice kind="failure" title={isUnclear(verifying.error) ? MESSAGES.verifyUnclear : MESSAGES.verifyFailed}>
          {reasonOf(verifying.error, (moment) => formats.time(moment))}
        </Notice>
      ) : (
        <p className={classes.context}>{MESSAGES.triesLeft(method.proofTriesLeft)}</p>
      )}
      <div className={classes.actions}>
        <Button type="button" variant="default" disabled={verifying.isPending} onClick={onCancel}>
          {MESSAGES.cancel}
        </Button>
        <Button type="submit" loading={verifying.isPending}>
          {MESSAGES.verify}
        </Button>
      </div>
    </form>
  );
}
