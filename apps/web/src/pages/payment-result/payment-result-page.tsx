import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { listInvoices } from '@yardage/contract/invoices';
import { listCartHistory, type PaymentOutcome } from '@yardage/contract/payments';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { PENDING_CODE } from '@yardage/domain/payment-status';
import { useEffect, useState } from 'react';
import { missingFrom } from '#web/features/carts/carts.api.ts';
import { useReturnToCart } from '#web/features/carts/use-cart.ts';
import { ResultHead, ResultInvoices } from '#web/features/payments/components/payment-result.tsx';
import { ResultDetails } from '#web/features/payments/components/result-details.tsx';
import { chosenIn, forgetPaymentResult, keepPaymentResult, paidParts, usePaymentResult } from '#web/features/payments/payment-result.ts';
import { livePaymentQuery } from '#web/features/payments/payments.api.ts';
import { PAYMENTS_MESSAGES as MESSAGES } from '#web/features/payments/payments.messages.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useInvoiceLink } from '#web/lib/navigation/page-links.ts';
import { Redirect } from '#web/lib/navigation/redirect.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import classes from './payment-result-page.module.css';

const ReceiptDialog = lazyOpened(() =>
  import('#web/features/payments/components/receipt-dialog.tsx').then(({ ReceiptDialog }) => ReceiptDialog),
);

/** The payment just made. Without one it redirects to the invoices (RES-01). */
export function PaymentResultPage() {
  const customer = useCustomer();
  const outcome = usePaymentResult(customer);
  if (!outcome) return <Redirect to="/invoices" />;
  return <Result key={customer.globalCustomerNumber} known={outcome} />;
}

function Result({ known }: { known: PaymentOutcome }) {
  const outcome = useLiveOutcome(known);
  const router = useRouter();
  const invoiceLink = useInvoiceLink();
  const customer = useCustomer();
  const returning = useReturnToCart();
  const canViewPdf = useHoldsAny([PERMISSIONS.PAYMENT_HISTORY_VIEW_PDF]);
  const [isReceiptOpen, setIsReceiptOpen] = useState(false);
  const numbers = outcome.metadata.invoices.map(({ invoiceNumber }) => invoiceNumber);
  const left = returning.data ? missingFrom(returning.data, numbers) : [];
  const leave = (to: '/invoices' | '/invoices/checkout'): Promise<void> =>
    forgetPaymentResult(customer, router.navigate({ to, replace: to === '/invoices/checkout' }));
  const returnToCart = (): void =>
    returning.mutate(
      numbers,
      {
        onSuccess: (cart) => {
          if (missingFrom(cart, numbers).length === 0) void leave('/invoices/checkout');
        },
      },
      chosenIn(outcome, paidParts(customer)),
    );
  return (
    <div className={classes.page}>
      <ResultHead
        outcome={outcome}
        isReturning={returning.isPending}
        onDone={() => void leave('/invoices')}
        onOpenReceipt={canViewPdf ? () => setIsReceiptOpen(true) : undefined}
        onReturnToCart={left.length > 0 ? undefined : returnToCart}
      />
      {left.length > 0 ? (
        <Notice
          kind="failure"
          title={left.length === numbers.length ? MESSAGES.notReturned : MESSAGES.someNotReturned(left.length, numbers.length)}
          action={
            left.length < numbers.length ? (
              <Button variant="default" onClick={() => void leave('/invoices/checkout')}>
                {MESSAGES.toCheckout}
              </Button>
            ) : null
          }
        >
          {MESSAGES.notReturnedHint(left.join(', '))}
        </Notice>
      ) : null}
      <MountOnceNeeded isNeeded={isReceiptOpen}>
        <ReceiptDialog
          recordId={isReceiptOpen ? outcome.cartData.cartId : undefined}
          onClose={() => setIsReceiptOpen(false)}
          isInUrl={false}
        />
      </MountOnceNeeded>
      <ResultDetails outcome={outcome} />
      <ResultInvoices
        invoices={outcome.metadata.invoices}
        opener={{
          href: ({ invoiceNumber }) => invoiceLink.href(invoiceNumber),
          open: ({ invoiceNumber }) => invoiceLink.open(invoiceNumber),
        }}
      />
    </div>
  );
}

/** Returns the current outcome. A pending payment is polled until it ends; then the lists are invalidated. */
function useLiveOutcome(known: PaymentOutcome): PaymentOutcome {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const isPending = known.status === PENDING_CODE;
  const { data } = useQuery({ ...livePaymentQuery(customer, known.cartData.cartId, known), enabled: isPending });
  const outcome = isPending ? (data ?? known) : known;
  useEffect(() => {
    if (outcome.status === known.status) return;
    keepPaymentResult(customer, outcome);
    for (const { id } of [listInvoices, listCartHistory]) void queryClient.invalidateQueries({ queryKey: [id] });
  }, [outcome, known, customer, queryClient]);
  return outcome;
}
