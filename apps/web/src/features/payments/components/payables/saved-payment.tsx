import { Anchor, Button, Radio, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import type { Cart } from '@yardage/contract/carts';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { SavedMethod } from '@yardage/contract/saved-methods';
import { addDays } from '@yardage/domain/dates';
import { payerPhoneFault } from '@yardage/domain/payment-rules';
import { type FormEvent, useState } from 'react';
import { useAccess } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useToday } from '#web/lib/formats/use-today.ts';
import { releaseInput } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { CHECKOUT_MESSAGES } from '../../checkout.messages.ts';
import { type Agreed, PAYABLES_KEYS, planPayment, savedMethodsQuery } from '../../payables.api.ts';
import { CHECKOUT_PLAN_MESSAGES as MESSAGES, PAYABLES_MESSAGES } from '../../payables.messages.ts';
import { chargeable, isAboveLimit, lastDiscountDay, partsOf, type SpendingLimit, savedTerms, whyNotChargeable } from '../../payables.ts';
import type { AttemptPhase } from '../../payment-attempts.ts';
import type { PaymentProblem } from '../../payment-ending.ts';
import { payerEmailHint } from '../../payment-form.ts';
import form from '../checkout-form.module.css';
import { LimitNotice } from '../limit-notice.tsx';
import type { Prefill } from '../payment-fields.tsx';
import { PaymentProblemNotice, UnclearNotice } from '../payment-notices.tsx';
import { detailOf } from './methods-card.tsx';
import classes from './payables.module.css';

interface SavedPaymentProps {
  cart: Cart;
  prefill: Prefill;
  limit: SpendingLimit | null;
  attempt: { phase: AttemptPhase; invoiceNumber: string } | undefined;
  problem: PaymentProblem | null;
  isChanging: boolean;
  /** Returns whether the cart that is shown is the one to pay. */
  isSettled: () => boolean;
  onPay: (methodId: number, contact: { customerEmail: string; customerPhone: string }) => void;
  onPlanned: () => void;
}

/** Pays the cart with a saved method: now, on a day, or after a second person has approved it (APY-05 to APY-07). */
export function SavedPayment(props: SavedPaymentProps) {
  const query = useQuery(savedMethodsQuery(useCustomer()));
  const { permissions } = useAccess();
  return (
    <DetailState query={query} skeletonLines={[4]}>
      {(methods) =>
        chargeable(methods, permissions).length > 0 ? (
          <SavedForm {...props} methods={methods} />
        ) : (
          <Notice kind="info" title={isAboveLimit(props.cart.amountToPay, props.limit) ? MESSAGES.noUsableAboveLimit : MESSAGES.noUsable}>
            <ManageLink />
          </Notice>
        )
      }
    </DetailState>
  );
}

function ManageLink() {
  return (
    <Anchor component={Link} to="/payments/methods" size="sm">
      {MESSAGES.manage}
    </Anchor>
  );
}

/** When the cart is paid, now or on a day, and what is charged then. */
function useDay(cart: Cart, limit: SpendingLimit | null) {
  const today = useToday();
  const suggested = lastDiscountDay(cart);
  const [isLater, setIsLater] = useState(false);
  const [day, setDay] = useState(suggested ?? '');
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && day >= today;
  const when = isLater ? { isLater, day: isDay ? day : undefined } : { isLater };
  return { today, suggested, isLater, setIsLater, day, setDay, isDay, ...savedTerms(cart, limit, when) };
}

function usePlanning(onPlanned: () => void) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const router = useRouter();
  const view = () => void router.navigate({ to: '/payments/scheduled', search: { customer: customer.globalCustomerNumber } });
  return useWrite({
    write: ({ body, runOn }: { body: Agreed; runOn: string | undefined }, attempt) => planPayment(customer, body, runOn, attempt),
    meta: { failureTitle: MESSAGES.failed, failureText: MESSAGES.failed, prefersServerMessage: true },
    onSuccess: ({ state, kind, runOn }) => {
      // At the checkout `onDone` shows the plan; elsewhere the user may want to look at it.
      const isHere = router.state.location.pathname === '/invoices/checkout';
      const link = isHere ? {} : { action: { label: MESSAGES.viewPlanned, run: view } };
      const hint = kind === 'approval' ? MESSAGES.askedHint : MESSAGES.askedForDay(formatDay(runOn));
      if (state === 'waiting') toasts.show({ kind: 'success', title: MESSAGES.asked, message: hint, ...link });
      else toasts.show({ kind: 'success', title: MESSAGES.scheduled(formatDay(runOn)), ...link });
      for (const id of PAYABLES_KEYS) void queryClient.invalidateQueries({ queryKey: [id] });
    },
    // The cart is empty now. A user who has left the checkout meanwhile stays where they are.
    onDone: () => {
      // What was typed for a payment now is not needed any more.
      releaseInput();
      view();
    },
    onSettled: onPlanned,
  });
}

type SavedFormProps = SavedPaymentProps & { methods: SavedMethod[] };

function SavedForm({ cart, prefill, limit, attempt, problem, methods, isChanging, isSettled, onPay, onPlanned }: SavedFormProps) {
  const { permissions } = useAccess();
  const maySchedule = permissions.has(PERMISSIONS.PAYMENTS_SCHEDULE);
  const usable = chargeable(methods, permissions);
  const [chosen, setChosen] = useState<number>();
  const [typedPhone, setTypedPhone] = useState<string>();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const methodId = usable.find(({ id }) => id === chosen)?.id ?? usable[0]?.id;
  const when = useDay(cart, limit);
  const { isLater, isDay, total, totalBeforeCredits, credits, needsApproval } = when;
  const phone = typedPhone ?? prefill.customerPhone;
  const phoneFault = payerPhoneFault(phone);
  // A planned payment needs no email here: its receipt goes to the user who planned it.
  const emailHint = isLater || needsApproval ? undefined : payerEmailHint(prefill.customerEmail);
  const planning = usePlanning(onPlanned);
  const isBusy = attempt !== undefined || planning.isPending || total <= 0 || emailHint !== undefined;
  const send = (id: number): void => {
    const body = {
      methodId: id,
      invoiceNumbers: cart.invoices.map(({ invoiceNumber }) => invoiceNumber),
      parts: partsOf(cart),
      totalAmountWithDiscount: totalBeforeCredits,
      ...(credits.length > 0 && { credits }),
    };
    if (isLater && isDay) planning.mutate({ body, runOn: when.day });
    if (!isLater && needsApproval) planning.mutate({ body, runOn: undefined });
    if (!isLater && !needsApproval && !phoneFault) onPay(id, { customerEmail: prefill.customerEmail, customerPhone: phone });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsSubmitted(true);
    if (!isBusy && methodId !== undefined && isSettled()) send(methodId);
  };
  return (
    <form className={form.form} noValidate aria-label={MESSAGES.choose} onSubmit={submit}>
      <MethodChoice methods={methods} methodId={methodId} onChoose={setChosen} />
      {maySchedule ? <WhenChoice {...when} isSubmitted={isSubmitted} /> : null}
      {isLater || needsApproval ? null : (
        <TextInput
          label={MESSAGES.phone}
          type="tel"
          autoComplete="tel"
          value={phone}
          error={isSubmitted ? phoneFault : undefined}
          onChange={(event) => setTypedPhone(event.currentTarget.value)}
        />
      )}
      <PlanNotices {...when} limit={needsApproval ? limit : null} />
      {attempt && attempt.phase !== 'sending' ? <UnclearNotice phase={attempt.phase} invoiceNumber={attempt.invoiceNumber} /> : null}
      {problem && !attempt ? <PaymentProblemNotice problem={problem} /> : null}
      <PayFoot
        total={total}
        hint={emailHint}
        isLoading={planning.isPending || isChanging}
        isDisabled={isBusy}
        label={buttonLabel({ isSending: attempt?.phase === 'sending', isLater, needsApproval })}
      />
    </form>
  );
}

function buttonLabel({ isSending, isLater, needsApproval }: { isSending: boolean; isLater: boolean; needsApproval: boolean }): string {
  if (isSending) return CHECKOUT_MESSAGES.paying;
  if (isLater) return MESSAGES.schedule;
  return needsApproval ? MESSAGES.askApproval : CHECKOUT_MESSAGES.pay;
}

interface PayFootProps {
  total: number;
  /** Why it cannot be paid yet. */
  hint: string | undefined;
  isLoading: boolean;
  isDisabled: boolean;
  label: string;
}

function PayFoot({ total, hint, isLoading, isDisabled, label }: PayFootProps) {
  return (
    <div className={form.pay}>
      <p className={form.total}>
        <span>{CHECKOUT_MESSAGES.total}</span>
        <strong>{formatCurrency(total)}</strong>
      </p>
      {hint ? <p className={form.hint}>{hint}</p> : null}
      <Button type="submit" size="md" fullWidth loading={isLoading} disabled={isDisabled}>
        {label}
      </Button>
    </div>
  );
}

interface PlanNoticesProps {
  /** Set if the payment exceeds it. */
  limit: SpendingLimit | null;
  total: number;
  totalBeforeCredits: number;
  isLater: boolean;
}

/** What differs from paying now. */
function PlanNotices({ limit, total, totalBeforeCredits, isLater }: PlanNoticesProps) {
  return (
    <>
      {totalBeforeCredits > total && (isLater || limit !== null) ? (
        <Notice kind="info" title={MESSAGES.creditsPromised(formatCurrency(totalBeforeCredits - total))} />
      ) : null}
      {limit !== null ? (
        <LimitNotice limit={limit} total={total}>
          {isLater ? MESSAGES.aboveLimitLater : MESSAGES.aboveLimitSaved}
        </LimitNotice>
      ) : null}
    </>
  );
}

interface MethodChoiceProps {
  methods: readonly SavedMethod[];
  methodId: number | undefined;
  onChoose: (id: number) => void;
}

/** The saved methods. Those that cannot be charged are shown, so that nobody looks for them, and cannot be chosen. */
function MethodChoice({ methods, methodId, onChoose }: MethodChoiceProps) {
  const { permissions } = useAccess();
  const reasonFor = (method: SavedMethod): string => {
    const fault = whyNotChargeable(method, permissions);
    return fault ? PAYABLES_MESSAGES.problems[fault] : '';
  };
  return (
    <fieldset className={classes.choice}>
      <legend>{MESSAGES.choose}</legend>
      {methods.map((method) => (
        <Radio
          key={method.id}
          name="saved-method"
          label={method.name}
          description={[detailOf(method), reasonFor(method)].filter(Boolean).join(' · ')}
          disabled={reasonFor(method) !== ''}
          checked={method.id === methodId}
          onChange={() => onChoose(method.id)}
        />
      ))}
      <ManageLink />
    </fieldset>
  );
}

/** Now or a day. The last day on which all discounts are available is suggested. */
function WhenChoice({
  today,
  suggested,
  isLater,
  setIsLater,
  day,
  setDay,
  isDay,
  lost,
  isSubmitted,
}: ReturnType<typeof useDay> & { isSubmitted: boolean }) {
  return (
    <>
      <fieldset className={classes.choice}>
        <legend>{MESSAGES.when}</legend>
        <Radio name="when" label={MESSAGES.now} checked={!isLater} onChange={() => setIsLater(false)} />
        <Radio name="when" label={MESSAGES.onDay} checked={isLater} onChange={() => setIsLater(true)} />
      </fieldset>
      {isLater ? (
        <TextInput
          type="date"
          label={MESSAGES.day}
          description={isDay && day <= addDays(today, 1) ? MESSAGES.announcedSoon : MESSAGES.announced}
          min={today}
          value={day}
          error={isSubmitted && !isDay ? MESSAGES.dayRequired : undefined}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      ) : null}
      {isLater && suggested && suggested !== day ? (
        <p className={classes.suggestion}>
          {MESSAGES.lastDiscountDay(formatDay(suggested))}
          <Button size="compact-sm" variant="subtle" onClick={() => setDay(suggested)}>
            {MESSAGES.useDay}
          </Button>
        </p>
      ) : null}
      {isLater && lost > 0 ? <Notice kind="info" title={MESSAGES.discountLost(formatCurrency(lost))} /> : null}
    </>
  );
}
