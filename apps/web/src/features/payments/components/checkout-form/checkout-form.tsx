import { Button } from '@mantine/core';
import type { PaymentMethod } from '@yardage/contract/payments';
import { type FormEvent, useEffect, useRef } from 'react';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { CHECKOUT_MESSAGES as MESSAGES } from '../../checkout.messages.ts';
import type { AttemptPhase } from '../../payment-attempts.ts';
import type { PaymentProblem } from '../../payment-ending.ts';
import type { PaymentValues } from '../../payment-form.ts';
import { type Prefill, usePaymentForm } from '../../use-payment-form.ts';
import classes from './checkout-form.module.css';
import { BankFields, BillingFields, CardFields, ContactFields, fieldId } from './payment-fields.tsx';
import { PaymentProblemNotice, UnclearNotice } from './payment-problem.tsx';

interface CheckoutFormProps {
  method: PaymentMethod;
  prefill: Prefill;
  /** The amount that will be charged. */
  total: number;
  /** The attempt whose outcome is not known yet. No other payment can be made until it is. */
  attempt: { phase: AttemptPhase; invoiceNumber: string } | undefined;
  /** Why the last attempt made no payment. */
  problem: PaymentProblem | null;
  onPay: (values: PaymentValues) => void;
}

/** Payer and payment details. The typed values stay in memory, whatever the outcome of an attempt (PAY-12 to PAY-18). */
export function CheckoutForm({ method, prefill, total, attempt, problem, onPay }: CheckoutFormProps) {
  const form = usePaymentForm(method, useFormats().today(), prefill);
  const outcome = useRef<HTMLDivElement>(null);
  const isPaying = attempt !== undefined;
  useUnsavedInput({ isChanged: form.isChanged && !isPaying, isSending: isPaying });
  const unclear = attempt && attempt.phase !== 'sending' ? attempt.phase : undefined;
  useEffect(() => {
    if (problem || unclear) outcome.current?.focus();
  }, [problem, unclear]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPaying || total <= 0) return;
    const faulty = form.validate();
    if (faulty) document.getElementById(fieldId(faulty))?.focus();
    else onPay(form.values);
  };
  return (
    <form className={classes.form} noValidate aria-label={MESSAGES.title} onSubmit={submit}>
      <ContactFields form={form} />
      {method === 'CreditCard' ? <CardFields form={form} /> : <BankFields form={form} />}
      <BillingFields form={form} />
      <div className={classes.outcome} ref={outcome} tabIndex={-1}>
        {attempt && unclear ? <UnclearNotice phase={unclear} invoiceNumber={attempt.invoiceNumber} /> : null}
        {problem && !attempt ? <PaymentProblemNotice problem={problem} /> : null}
      </div>
      <div className={classes.pay}>
        <p className={classes.total}>
          <span>{MESSAGES.total}</span>
          <strong>{formatCurrency(total)}</strong>
        </p>
        <Button type="submit" size="md" fullWidth disabled={isPaying || total <= 0}>
          {isPaying && !unclear ? MESSAGES.paying : MESSAGES.pay}
        </Button>
      </div>
    </form>
  );
}
