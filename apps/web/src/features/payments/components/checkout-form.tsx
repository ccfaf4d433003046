import { Button, Checkbox } from '@mantine/core';
import type { Cart } from '@yardage/contract/carts';
import type { PaymentMethod } from '@yardage/contract/payments';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { isChargedMethod } from '@yardage/domain/saved-methods';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useAccess } from '#web/lib/access/access.ts';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { Card } from '#web/patterns/card.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { tabId, ViewTabs } from '#web/patterns/view-tabs.tsx';
import { CHECKOUT_MESSAGES as MESSAGES } from '../checkout.messages.ts';
import { CHECKOUT_PLAN_MESSAGES as PLAN_MESSAGES } from '../payables.messages.ts';
import { isAboveLimit, type SpendingLimit } from '../payables.ts';
import type { AttemptPhase } from '../payment-attempts.ts';
import type { PaymentProblem } from '../payment-ending.ts';
import { type HostedPayment, type PaymentValues, payerEmailHint, permittedMethods } from '../payment-form.ts';
import classes from './checkout-form.module.css';
import { LimitNotice } from './limit-notice.tsx';
import { BillingFields, ContactFields, fieldId, MethodFields, type Prefill, usePaymentForm } from './payment-fields.tsx';
import { PaymentProblemNotice, UnclearNotice } from './payment-notices.tsx';

const PANEL_ID = 'payment-method';

const HostedCheckout = lazyOpened(() => import('./hosted-checkout.tsx').then(({ HostedCheckout }) => HostedCheckout));
const SavedPayment = lazyOpened(() => import('./payables/saved-payment.tsx').then(({ SavedPayment }) => SavedPayment));

type PaymentCardProps = Omit<CheckoutFormProps, 'method' | 'onPay'> & {
  cart: Cart;
  /** Whether there is a tab for saved methods: there are some, or they could not be loaded, and the tab shows the error. */
  hasSaved: boolean;
  onPay: (method: PaymentMethod, values: PaymentValues, isMethodSaved: boolean) => void;
  /** Pays with what was entered in the processor's own fields. */
  onPayHosted: (payment: HostedPayment) => void;
  /** Pays now with a saved method. */
  onPaySaved: (methodId: number, contact: Pick<PaymentValues, 'customerEmail' | 'customerPhone'>) => void;
  /** Called after the cart was scheduled or waits for approval. */
  onPlanned: () => void;
  /** Set if credits cover everything, so that nothing has to be charged. */
  onUseCredits: ((customerEmail: string) => void) | undefined;
};

/** Tabs with the permitted payment methods, the first one selected, and the form of the selected method (PAY-11, PAY-17). */
export function PaymentCard({ cart, hasSaved, onPay, onPayHosted, onPaySaved, onPlanned, onUseCredits, ...form }: PaymentCardProps) {
  const methods = permittedMethods(useAccess().permissions).filter((each) => each !== 'Saved' || hasSaved);
  const [chosen, setChosen] = useState(methods[0]);
  const [isCollecting, setIsCollecting] = useState(false);
  const method = chosen && methods.includes(chosen) ? chosen : methods[0];
  if (!method) {
    return onUseCredits ? (
      <CoveredByCredits {...form} onUse={onUseCredits} />
    ) : (
      <Notice kind="info" title={MESSAGES.noMethod}>
        {MESSAGES.noMethodHint}
      </Notice>
    );
  }
  // All methods share one form. Other tabs hide it instead of unmounting it, so that the typed values are kept.
  const payable = isChargedMethod(method) ? method : methods.find(isChargedMethod);
  const tabs = methods.map((value) => ({ value, label: MESSAGES.methods[value] }));
  const card = (
    <Card title={MESSAGES.title}>
      <div className={classes.methods}>
        <ViewTabs
          label={MESSAGES.method}
          tabs={tabs}
          value={method}
          onChange={setChosen}
          isDisabled={form.attempt !== undefined || isCollecting}
          panelId={PANEL_ID}
        />
      </div>
      <div id={PANEL_ID} role="tabpanel" aria-labelledby={tabId(PANEL_ID, method)}>
        {method === 'PayPal' ? <p className={classes.soon}>{MESSAGES.comingSoon}</p> : null}
        {payable ? (
          <div hidden={payable !== method}>
            {publicConfig().paymentFields ? (
              <Suspense fallback={<Skeleton width="100%" height={240} />}>
                <HostedCheckout {...form} method={payable} onCollecting={setIsCollecting} onPay={onPayHosted} />
              </Suspense>
            ) : (
              <CheckoutForm {...form} method={payable} onPay={(values, isSaved) => onPay(payable, values, isSaved)} />
            )}
          </div>
        ) : null}
        {method === 'Saved' ? (
          <Suspense fallback={<Skeleton width="100%" height={240} />}>
            <SavedPayment {...form} cart={cart} onPay={onPaySaved} onPlanned={onPlanned} />
          </Suspense>
        ) : null}
      </div>
    </Card>
  );
  return (
    <>
      {onUseCredits ? <CoveredByCredits {...form} onUse={onUseCredits} /> : null}
      {/* Hidden instead of unmounted, so that what was typed is there if the credits no longer cover the cart. */}
      <div hidden={onUseCredits !== undefined}>
        <MountOnceNeeded isNeeded={!onUseCredits}>{card}</MountOnceNeeded>
      </div>
    </>
  );
}

type CoveredProps = Pick<CheckoutFormProps, 'prefill' | 'attempt' | 'problem' | 'isChanging'> & { onUse: (customerEmail: string) => void };

/** Pays a cart that credits cover, without a card (APY-01). */
export function CoveredByCredits({ prefill: { customerEmail }, attempt, problem, isChanging, onUse }: CoveredProps) {
  const emailHint = payerEmailHint(customerEmail);
  const unclear = attempt && attempt.phase !== 'sending' ? attempt.phase : undefined;
  return (
    <Card title={MESSAGES.title}>
      <div className={classes.form}>
        <p>{MESSAGES.covered}</p>
        {attempt && unclear ? <UnclearNotice phase={unclear} invoiceNumber={attempt.invoiceNumber} /> : null}
        {problem && !attempt ? <PaymentProblemNotice problem={problem} /> : null}
        {emailHint ? <p className={classes.hint}>{emailHint}</p> : null}
        <Button
          size="md"
          fullWidth
          loading={isChanging}
          disabled={attempt !== undefined || emailHint !== undefined}
          onClick={() => onUse(customerEmail)}
        >
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
  /** The amount above which a payment needs a second person; null if there is none. */
  limit: SpendingLimit | null;
  /** Whether a change of the cart is under way. */
  isChanging: boolean;
  /** Returns whether the cart that is shown is the one to pay. */
  isSettled: () => boolean;
  onPay: (values: PaymentValues, isMethodSaved: boolean) => void;
}

/** Payer and payment details. The typed values stay in memory, whatever the outcome of an attempt (PAY-12 to PAY-18). */
function CheckoutForm({ method, prefill, total, attempt, problem, limit, isChanging, isSettled, onPay }: CheckoutFormProps) {
  const [isSaved, setIsSaved] = useState(false);
  const maySave = useAccess().permissions.has(PERMISSIONS.PAYMENTS_SAVED_METHODS);
  const needsApproval = isAboveLimit(total, limit);
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
    if (isPaying || needsApproval || total <= 0 || !isSettled()) return;
    const faulty = form.validate();
    if (faulty) document.getElementById(fieldId(faulty))?.focus();
    else onPay(form.values, maySave && isSaved);
  };
  return (
    <form className={classes.form} noValidate aria-label={MESSAGES.title} onSubmit={submit}>
      <ContactFields form={form} />
      <MethodFields method={method} form={form} />
      <BillingFields form={form} />
      {maySave && !needsApproval ? (
        <Checkbox
          label={PLAN_MESSAGES.saveIt[method]}
          description={PLAN_MESSAGES.saveHint}
          checked={isSaved}
          onChange={(event) => setIsSaved(event.currentTarget.checked)}
        />
      ) : null}
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
        <Button type="submit" size="md" fullWidth loading={isChanging} disabled={isPaying || needsApproval || total <= 0}>
          {isPaying && !unclear ? MESSAGES.paying : MESSAGES.pay}
        </Button>
      </div>
    </form>
  );
}
