import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PaymentMethod } from '@yardage/contract/payments';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAccess } from '#web/lib/access/access.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { Can } from '#web/patterns/can.tsx';
import { Card } from '#web/patterns/card.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { tabId, ViewTabs } from '#web/patterns/view-tabs.tsx';
import { CHECKOUT_MESSAGES as MESSAGES } from '../checkout.messages.ts';
import { type AttemptPhase, askNow } from '../payment-attempts.ts';
import type { PaymentProblem } from '../payment-ending.ts';
import { type PaymentValues, permittedMethods } from '../payment-form.ts';
import classes from './checkout-form/checkout-form.module.css';
import { BankFields, BillingFields, CardFields, ContactFields, fieldId, type Prefill, usePaymentForm } from './payment-fields.tsx';

const PANEL_ID = 'payment-method';

type PaymentCardProps = Omit<Parameters<typeof CheckoutForm>[0], 'method' | 'onPay'> & {
  onPay: (method: Parameters<typeof CheckoutForm>[0]['method'], values: Parameters<Parameters<typeof CheckoutForm>[0]['onPay']>[0]) => void;
  /** Set if credits cover everything, so that nothing has to be charged. */
  onUseCredits: (() => void) | undefined;
};

/** Tabs with the permitted payment methods, the first one selected, and the form of the selected method (PAY-11, PAY-17). */
export function PaymentCard({ onPay, onUseCredits, ...form }: PaymentCardProps) {
  const methods = permittedMethods(useAccess().permissions);
  const [chosen, setChosen] = useState(methods[0]);
  const method = chosen && methods.includes(chosen) ? chosen : methods[0];
  if (onUseCredits) return <CoveredByCredits attempt={form.attempt} problem={form.problem} onUse={onUseCredits} />;
  if (!method) {
    return (
      <Notice kind="info" title={MESSAGES.noMethod}>
        {MESSAGES.noMethodHint}
      </Notice>
    );
  }
  // All methods share one form. The PayPal tab hides it instead of unmounting it, so that the typed values are kept.
  const payable = method === 'PayPal' ? methods.find((other) => other !== 'PayPal') : method;
  const tabs = methods.map((value) => ({ value, label: MESSAGES.methods[value] }));
  return (
    <Card title={MESSAGES.title}>
      <div className={classes.methods}>
        <ViewTabs
          label={MESSAGES.method}
          tabs={tabs}
          value={method}
          onChange={(next) => !form.attempt && setChosen(next)}
          panelId={PANEL_ID}
        />
      </div>
      <div id={PANEL_ID} role="tabpanel" aria-labelledby={tabId(PANEL_ID, method)}>
        {method === 'PayPal' ? <p className={classes.soon}>{MESSAGES.comingSoon}</p> : null}
        {payable ? (
          <div hidden={payable !== method}>
            <CheckoutForm {...form} method={payable} onPay={(values) => onPay(payable, values)} />
          </div>
        ) : null}
      </div>
    </Card>
  );
}

type CoveredProps = Pick<CheckoutFormProps, 'attempt' | 'problem'> & { onUse: () => void };

/** Pays a cart that credits cover, without a card (APY-01). */
function CoveredByCredits({ attempt, problem, onUse }: CoveredProps) {
  const unclear = attempt && attempt.phase !== 'sending' ? attempt.phase : undefined;
  return (
    <Card title={MESSAGES.title}>
      <div className={classes.form}>
        <p>{MESSAGES.covered}</p>
        {attempt && unclear ? <UnclearNotice phase={unclear} invoiceNumber={attempt.invoiceNumber} /> : null}
        {problem && !attempt ? <PaymentProblemNotice problem={problem} /> : null}
        <Button size="md" fullWidth disabled={attempt !== undefined} onClick={onUse}>
          {attempt && !unclear ? MESSAGES.paying : MESSAGES.applyCredits}
        </Button>
      </div>
    </Card>
  );
}

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
function CheckoutForm({ method, prefill, total, attempt, problem, onPay }: CheckoutFormProps) {
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

/** Explains above Pay Now why no payment was made (PAY-41). In all of these cases nothing was charged. */
function PaymentProblemNotice({ problem }: { problem: PaymentProblem }) {
  const formats = useFormats();
  switch (problem.kind) {
    case 'changed':
      return (
        <Notice kind="failure" title={problem.title}>
          {MESSAGES.changedHint(formatCurrency(problem.before), formatCurrency(problem.after))}
        </Notice>
      );
    case 'paused':
      return (
        <Notice kind="failure" title={problem.title}>
          {problem.retryAt ? MESSAGES.retryAt(formats.clock(roundedUp(problem.retryAt))) : null}
        </Notice>
      );
    case 'not-made':
      return (
        <Notice kind="failure" title={MESSAGES.failed}>
          {[problem.reason, MESSAGES.notMadeHint].filter(Boolean).join(' ')}
        </Notice>
      );
  }
}

const MINUTE_MS = 60_000;

/** Rounds up to the next minute: the time is shown in minutes, and rounding down would be too early. */
function roundedUp(moment: string): string {
  const minutes = Math.ceil(Date.parse(moment) / MINUTE_MS);
  return Number.isNaN(minutes) ? '' : new Date(minutes * MINUTE_MS).toISOString();
}

/** Says that the outcome of a payment is not known and where to find it. It must never suggest paying again. */
function UnclearNotice({ phase, invoiceNumber }: { phase: Exclude<AttemptPhase, 'sending'>; invoiceNumber: string }) {
  if (phase === 'asking') {
    return (
      <Notice kind="info" title={MESSAGES.asking}>
        {MESSAGES.askingHint}
      </Notice>
    );
  }
  return (
    <Notice
      kind="failure"
      title={MESSAGES.unknown}
      action={
        <Button variant="default" onClick={askNow}>
          {MESSAGES.askNow}
        </Button>
      }
    >
      {MESSAGES.unknownHint}
      <Can anyOf={[PERMISSIONS.PAYMENT_HISTORY_VIEW]}>
        <p className={classes.history}>
          <Link to="/paymentHistory" search={{ search: invoiceNumber }}>
            {MESSAGES.history}
          </Link>
        </p>
      </Can>
    </Notice>
  );
}
