import { Button, TextInput } from '@mantine/core';
import type { PaymentMethod } from '@yardage/contract/payments';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { payerPhoneFault } from '@yardage/domain/payment-rules';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAccess } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { CHECKOUT_MESSAGES as MESSAGES } from '../checkout.messages.ts';
import { HOSTED_MESSAGES, CHECKOUT_PLAN_MESSAGES as PLAN_MESSAGES } from '../payables.messages.ts';
import { isAboveLimit, type SpendingLimit } from '../payables.ts';
import type { AttemptPhase } from '../payment-attempts.ts';
import { clearProblem, type PaymentProblem, showProblem } from '../payment-ending.ts';
import { type HostedPayment, payerEmailHint } from '../payment-form.ts';
import classes from './checkout-form.module.css';
import { HostedFields, type HostedHandle, useCollecting } from './hosted-fields.tsx';
import { LimitNotice } from './limit-notice.tsx';
import type { Prefill } from './payment-fields.tsx';
import { PaymentProblemNotice, UnclearNotice } from './payment-notices.tsx';

interface HostedCheckoutProps {
  method: PaymentMethod;
  prefill: Prefill;
  total: number;
  attempt: { phase: AttemptPhase; invoiceNumber: string } | undefined;
  problem: PaymentProblem | null;
  limit: SpendingLimit | null;
  isChanging: boolean;
  /** Returns whether the cart that is shown is the one to pay. */
  isSettled: () => boolean;
  /** Called when the processor is asked about what was entered, and when it has answered. */
  onCollecting: (isCollecting: boolean) => void;
  onPay: (payment: HostedPayment) => void;
}

/** Returns why the cart is not paid, if it changed while the processor was asked; otherwise undefined. */
export function differenceOf(before: number, after: number, isSettled: boolean): PaymentProblem | undefined {
  if (before !== after) return { kind: 'changed', title: HOSTED_MESSAGES.changed, before, after };
  return isSettled ? undefined : { kind: 'not-made', reason: HOSTED_MESSAGES.changing };
}

/** Pays with a card or account that is entered in the processor's own fields (APY-05). Our page keeps the phone number only. */
export function HostedCheckout({ method, prefill, total, attempt, problem, limit, isChanging, isSettled, ...on }: HostedCheckoutProps) {
  const { onPay, onCollecting } = on;
  const customer = useCustomer();
  const fields = useRef<HostedHandle>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const [typedPhone, setTypedPhone] = useState<string>();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { isCollecting, collect } = useCollecting(fields);
  const [isChanged, setIsChanged] = useState(false);
  const phone = typedPhone ?? prefill.customerPhone;
  const phoneFault = payerPhoneFault(phone);
  const emailHint = payerEmailHint(prefill.customerEmail);
  const maySave = useAccess().permissions.has(PERMISSIONS.PAYMENTS_SAVED_METHODS);
  const isPaying = attempt !== undefined;
  const needsApproval = isAboveLimit(total, limit);
  const unclear = attempt && attempt.phase !== 'sending' ? attempt.phase : undefined;
  useUnsavedInput({ isChanged: isChanged && !isPaying, isSending: isPaying || isCollecting });
  useEffect(() => {
    onCollecting(isCollecting);
    return () => onCollecting(false);
  }, [isCollecting, onCollecting]);
  useEffect(() => {
    if (problem || unclear) outcome.current?.focus();
  }, [problem, unclear]);

  // The processor takes seconds to answer. Meanwhile the cart can change, here or in another tab.
  const latest = useRef({ total, onPay });
  useEffect(() => {
    latest.current = { total, onPay };
  }, [total, onPay]);

  const pay = async (): Promise<void> => {
    setIsSubmitted(true);
    if (isPaying || isCollecting || needsApproval || total <= 0 || emailHint || phoneFault || !isSettled()) return;
    clearProblem();
    try {
      const reference = await collect();
      if (!reference) return;
      const difference = differenceOf(total, latest.current.total, isSettled());
      if (difference) showProblem(customer, difference);
      else latest.current.onPay({ kind: method, reference, customerEmail: prefill.customerEmail, customerPhone: phone });
    } catch {
      showProblem(customer, { kind: 'not-made', reason: HOSTED_MESSAGES.unanswered });
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void pay();
  };
  return (
    <form className={classes.form} noValidate aria-label={MESSAGES.title} onSubmit={submit}>
      <TextInput
        label={PLAN_MESSAGES.phone}
        type="tel"
        autoComplete="tel"
        value={phone}
        error={isSubmitted ? phoneFault : undefined}
        onChange={(event) => setTypedPhone(event.currentTarget.value)}
      />
      <HostedFields method={method} amount={total} handle={fields} onChanged={setIsChanged} onEnter={() => void pay()} />
      {maySave ? <p className={classes.hint}>{HOSTED_MESSAGES.saveLater}</p> : null}
      {needsApproval && limit ? (
        <LimitNotice limit={limit} total={total}>
          {maySave ? PLAN_MESSAGES.aboveLimitCard : PLAN_MESSAGES.aboveLimitAlone}
        </LimitNotice>
      ) : null}
      <div className={classes.outcome} ref={outcome} tabIndex={-1}>
        {attempt && unclear ? <UnclearNotice phase={unclear} invoiceNumber={attempt.invoiceNumber} /> : null}
        {problem && !attempt ? <PaymentProblemNotice problem={problem} /> : null}
      </div>
      <div className={classes.pay}>
        <p className={classes.total}>
          <span>{MESSAGES.total}</span>
          <strong>{formatCurrency(total)}</strong>
        </p>
        {emailHint ? <p className={classes.hint}>{emailHint}</p> : null}
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={isChanging}
          disabled={isPaying || isCollecting || needsApproval || total <= 0 || emailHint !== undefined}
        >
          {isCollecting || (isPaying && !unclear) ? MESSAGES.paying : MESSAGES.pay}
        </Button>
      </div>
    </form>
  );
}
