import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PaymentMethod } from '@yardage/contract/payments';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { Suspense, useEffect } from 'react';
import { customerDetailsQuery, profileQuery } from '#web/features/account/account.api.ts';
import { ACCOUNT_MESSAGES } from '#web/features/account/account.messages.ts';
import { CARTS_MESSAGES } from '#web/features/carts/carts.messages.ts';
import { OrderSummary } from '#web/features/carts/components/order-summary.tsx';
import { useCart, useCartChanges } from '#web/features/carts/use-cart.ts';
import { PaymentCard } from '#web/features/payments/components/checkout-form.tsx';
import { limitQuery, savedMethodsQuery } from '#web/features/payments/payables.api.ts';
import { isAboveLimit } from '#web/features/payments/payables.ts';
import { useOpenAttempt } from '#web/features/payments/payment-attempts.ts';
import { clearProblem, useProblem } from '#web/features/payments/payment-ending.ts';
import {
  creditRequestOf,
  type HostedPayment,
  hostedRequestOf,
  type PaymentValues,
  paymentRequestOf,
  prefillOf,
  savedRequestOf,
} from '#web/features/payments/payment-form.ts';
import { runPayment } from '#web/features/payments/run-payment.ts';
import { useAccess, useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { lazyBeside } from '#web/lib/lazy-beside.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { Skeleton, StillLoading } from '#web/patterns/skeleton.tsx';
import classes from './checkout-page.module.css';
import { useReportEnding } from './payment-endings.tsx';

const CartReview = lazyBeside(() => import('#web/features/disputes/components/cart-review.tsx').then(({ CartReview }) => CartReview));

/** Checkout: the cart on the left, the payment form on the right; stacked on phones (PAY-09 to PAY-18). */
export function CheckoutPage() {
  const { cart, query, attempt, problem, changes, pay, payHosted, paySaved, payWithCredits } = useCheckout();
  const known = useQuery(limitQuery(useCustomer())).data;
  const limit = known && known.amount !== null ? { amount: known.amount, used: known.usedAmount } : null;
  const maySave = useAccess().permissions.has(PERMISSIONS.PAYMENTS_SAVED_METHODS);
  const saved = useQuery({ ...savedMethodsQuery(useCustomer()), enabled: maySave });
  // Uses the count of errors: a retry in the tab clears the error itself, and the tab must not disappear while it runs.
  const hasSaved = saved.data ? saved.data.length > 0 : saved.errorUpdateCount > 0;
  const details = useQuery(customerDetailsQuery(useCustomer()));
  const profile = useQuery(profileQuery());
  const canViewInvoices = useHoldsAny([PERMISSIONS.INVOICES_VIEW]);
  if (!cart) {
    return query.isError ? (
      <Notice
        kind="failure"
        title={CARTS_MESSAGES.fetchFailed}
        action={
          <Button variant="default" onClick={() => void query.refetch()}>
            {CARTS_MESSAGES.retry}
          </Button>
        }
      />
    ) : (
      <div className={classes.page} aria-busy="true">
        <div>
          <StillLoading />
          <Skeleton width="100%" height={320} />
        </div>
        <Skeleton width="100%" height={560} />
      </div>
    );
  }
  return (
    <div className={classes.page}>
      {profile.isError && !profile.data && !details.data?.email ? (
        <div className={classes.wide}>
          <Notice
            kind="failure"
            title={ACCOUNT_MESSAGES.profileFailed}
            action={
              <Button variant="default" onClick={() => void profile.refetch()}>
                {ACCOUNT_MESSAGES.retry}
              </Button>
            }
          />
        </div>
      ) : null}
      {canViewInvoices && cart.invoices.length > 0 ? (
        <Suspense>
          <div className={classes.wide}>
            <CartReview invoiceNumbers={cart.invoices.map(({ invoiceNumber }) => invoiceNumber)} />
          </div>
        </Suspense>
      ) : null}
      <OrderSummary cart={cart} isLocked={attempt !== undefined} />
      <PaymentCard
        prefill={prefillOf(details.data, profile.data?.email, details.isError)}
        cart={cart}
        total={cart.amountToPay}
        limit={limit}
        hasSaved={hasSaved || isAboveLimit(cart.amountToPay, limit)}
        onUseCredits={cart.invoices.length > 0 && cart.amountToPay === 0 ? payWithCredits : undefined}
        attempt={attempt}
        problem={problem}
        {...changes}
        onPay={pay}
        onPayHosted={payHosted}
        onPaySaved={paySaved}
        onPlanned={() => void query.refetch()}
      />
    </div>
  );
}

/** State and actions of the checkout (PAY-39 to PAY-41). */
function useCheckout() {
  const customer = useCustomer();
  const { cart, query } = useCart();
  const attempt = useOpenAttempt(customer);
  const problem = useProblem(customer);
  const report = useReportEnding();
  const changes = useCartChanges();
  useEffect(() => clearProblem, []);
  // The notice about changed amounts is outdated once the cart has changed again, for example if an invoice was removed.
  const isOutdated = problem?.kind === 'changed' && cart?.amountToPay !== problem.after;
  return {
    cart,
    query,
    attempt,
    problem: isOutdated ? null : problem,
    changes,
    pay: (method: PaymentMethod, values: PaymentValues, isMethodSaved: boolean): void => {
      if (!cart || attempt || !changes.isSettled()) return;
      clearProblem();
      runPayment(paymentRequestOf(values, method, cart, customer, isMethodSaved), report);
    },
    payHosted: (payment: HostedPayment): void => {
      if (!cart || attempt || !changes.isSettled()) return;
      clearProblem();
      runPayment(hostedRequestOf(payment, cart, customer), report);
    },
    paySaved: (methodId: number, contact: Pick<PaymentValues, 'customerEmail' | 'customerPhone'>): void => {
      if (!cart || attempt || !changes.isSettled()) return;
      clearProblem();
      runPayment(savedRequestOf(methodId, contact, cart, customer), report);
    },
    payWithCredits: (email: string): void => {
      if (!cart || attempt || !changes.isSettled()) return;
      clearProblem();
      runPayment(creditRequestOf(cart, customer, email), report);
    },
  };
}
