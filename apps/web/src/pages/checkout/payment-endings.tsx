import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { listInvoices } from '@yardage/contract/invoices';
import { listCartHistory, type PaymentOutcome } from '@yardage/contract/payments';
import { resultOfCode } from '@yardage/domain/payment-status';
import { useCallback, useEffect } from 'react';
import { cartQuery } from '#web/features/carts/carts.api.ts';
import { EMPTY_CART, takeRefusedOut } from '#web/features/carts/use-cart.ts';
import { CHECKOUT_MESSAGES as MESSAGES } from '#web/features/payments/checkout.messages.ts';
import { showProblem } from '#web/features/payments/payment-ending.ts';
import { chargedText } from '#web/features/payments/payment-facts.ts';
import { forgetPaymentResult, keepPaymentResult } from '#web/features/payments/payment-result.ts';
import { PAYMENTS_MESSAGES } from '#web/features/payments/payments.messages.ts';
import { type ReportEnding, resumePayments } from '#web/features/payments/run-payment.ts';
import { type CustomerKey, isSameCustomer } from '#web/lib/customer/customer-store.ts';
import { currentCustomer } from '#web/lib/customer/customer-url.ts';
import { putAnswer } from '#web/lib/query/put-answer.ts';
import { accountSubject } from '#web/lib/session/stored-user.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';

/** Looks up the payments that were under way before a reload, on any page. */
export function ResumePayments() {
  const report = useReportEnding();
  useEffect(() => resumePayments(report), [report]);
  return null;
}

const CHECKOUT = '/invoices/checkout';
const RESULT = '/invoices/payment';
const TOAST_KINDS = { 0: 'destructive', 1: 'success', 2: 'info' } as const;

const isSelected = (customer: CustomerKey): boolean => {
  const selected = currentCustomer();
  return selected !== null && isSameCustomer(selected, customer);
};

/**
 * Shows how a payment ended: at its checkout with the result page or a notice, elsewhere with a toast and a link. A user who left the
 * checkout or selected another customer is not navigated away.
 */
export function useReportEnding(): ReportEnding {
  const router = useRouter();
  const queryClient = useQueryClient();
  return useCallback<ReportEnding>(
    ({ customer, subject, parts }, ending) => {
      const isHere = router.state.location.pathname === CHECKOUT && isSelected(customer);
      const open = (to: typeof CHECKOUT | typeof RESULT): void =>
        void router.navigate({ to, search: { customer: customer.globalCustomerNumber } });
      if (ending.kind === 'outcome') {
        const { outcome } = ending;
        keepPaymentResult(customer, outcome, parts ?? []);
        clearCart(queryClient, customer, outcome);
        if (isHere) void router.navigate({ to: RESULT, replace: true });
        else {
          const result = resultOfCode(outcome.status);
          const { figure, beside } = chargedText(outcome.cartData);
          const message = MESSAGES.elsewhere([figure, beside].filter(Boolean).join(' '), customer.customerNumber);
          const action = { label: MESSAGES.viewResult, run: () => open(RESULT) };
          toasts.show({ kind: TOAST_KINDS[result], title: PAYMENTS_MESSAGES.headings[result], message, action });
        }
      }
      if (ending.kind === 'problem') {
        // Do not show the customer's earlier payment as the result of this one.
        void forgetPaymentResult(customer);
        const { queryKey } = cartQuery(customer);
        if (ending.cart) putAnswer(queryClient, queryKey, ending.cart);
        else void queryClient.invalidateQueries({ queryKey });
        if (isHere) showProblem(customer, ending.problem);
        else {
          const action = { label: MESSAGES.backToCheckout, run: () => open(CHECKOUT) };
          const title = MESSAGES.notMade(customer.customerNumber);
          toasts.show({ kind: 'destructive', title, message: MESSAGES.nothingCharged, action });
        }
      }
      // Not if another user has signed in in this tab since.
      if (ending.kind === 'forbidden' && subject !== undefined && subject === accountSubject()) {
        toasts.show({ kind: 'destructive', title: MESSAGES.hidden(customer.customerNumber), message: MESSAGES.hiddenHint });
      }
    },
    [router, queryClient],
  );
}

/** Clears the cart in the cache and on the server (PAY-40). The server has already cleared it for every payment that it started. */
function clearCart(queryClient: QueryClient, customer: CustomerKey, { metadata, cartData }: PaymentOutcome): void {
  const { queryKey } = cartQuery(customer);
  queryClient.setQueryData(queryKey, EMPTY_CART);
  if (cartData.cartId === '') {
    const numbers = metadata.invoices.map(({ invoiceNumber }) => invoiceNumber);
    takeRefusedOut(queryClient, customer, numbers);
  } else void queryClient.invalidateQueries({ queryKey });
  for (const { id } of [listInvoices, listCartHistory]) void queryClient.invalidateQueries({ queryKey: [id] });
}
