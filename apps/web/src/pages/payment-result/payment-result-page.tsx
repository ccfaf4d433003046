import { Navigate, useRouter } from '@tanstack/react-router';
import type { PaymentOutcome } from '@yardage/contract/payments';
import { useAddToCart } from '#web/features/carts/use-cart.ts';
import { ResultDetails } from '#web/features/payments/components/payment-result/result-details.tsx';
import { ResultHead } from '#web/features/payments/components/payment-result/result-head.tsx';
import { ResultInvoices } from '#web/features/payments/components/payment-result/result-invoices.tsx';
import { forgetPaymentResult, usePaymentResult } from '#web/features/payments/payment-result.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useInvoicePage } from '#web/lib/navigation/use-invoice-page.ts';
import classes from './payment-result-page.module.css';
import { useLiveOutcome } from './use-live-outcome.ts';

const TO_INVOICES = <Navigate to="/invoices" replace />;

/** The payment just made; without one this page has nothing to say (RES-01). */
export function PaymentResultPage() {
  const outcome = usePaymentResult(useCustomer());
  if (!outcome) return TO_INVOICES;
  return <Result known={outcome} />;
}

function Result({ known }: { known: PaymentOutcome }) {
  const outcome = useLiveOutcome(known);
  const router = useRouter();
  const invoicePage = useInvoicePage();
  const addition = useAddToCart();
  const leave = (to: '/invoices' | '/invoices/checkout'): Promise<void> =>
    forgetPaymentResult(router.navigate({ to, replace: to === '/invoices/checkout' }));
  const returnToCart = (): void =>
    addition.mutate(
      outcome.metadata.invoices.map(({ invoiceNumber }) => invoiceNumber),
      { onSuccess: () => void leave('/invoices/checkout') },
    );
  return (
    <div className={classes.page}>
      <ResultHead outcome={outcome} isReturning={addition.isPending} onDone={() => void leave('/invoices')} onReturnToCart={returnToCart} />
      <ResultDetails outcome={outcome} />
      <ResultInvoices
        invoices={outcome.metadata.invoices}
        opener={{
          href: ({ invoiceNumber }) => invoicePage.href(invoiceNumber),
          open: ({ invoiceNumber }) => invoicePage.open(invoiceNumber),
        }}
      />
    </div>
  );
}
