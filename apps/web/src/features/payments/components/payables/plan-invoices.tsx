import { PERMISSIONS } from '@yardage/contract/permissions';
import type { PlannedPayment } from '@yardage/contract/planned-payments';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useInvoiceLink } from '#web/lib/navigation/page-links.ts';
import { PAYABLES_MESSAGES as MESSAGES } from '../../payables.messages.ts';
import { invoicesOf } from '../../payables.ts';
import classes from './payables.module.css';

/** The invoices of a planned payment with what is charged for each, so that the approver can check it (APY-07). */
export function PlanInvoices({ plan }: { plan: PlannedPayment }) {
  const canView = useHoldsAny([PERMISSIONS.INVOICES_VIEW]);
  const link = useInvoiceLink();
  return (
    <ul className={classes.invoices} aria-label={MESSAGES.invoices}>
      {plan.invoices.map(({ invoiceNumber, amount, discount }) => (
        <li key={invoiceNumber}>
          {canView ? (
            // In a tab of its own, so that the question stays open.
            <a href={link.href(invoiceNumber)} target="_blank" rel="noreferrer">
              {invoiceNumber}
            </a>
          ) : (
            <span>{invoiceNumber}</span>
          )}
          <span>
            {formatCurrency(amount)}
            {discount > 0 ? <span className={classes.quiet}> {MESSAGES.lessDiscount(formatCurrency(discount))}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** How many invoices a planned payment has, and which on request. */
export function OpenableInvoices({ plan }: { plan: PlannedPayment }) {
  if (plan.invoices.length === 1) return invoicesOf(plan);
  return (
    <details className={classes.openable}>
      <summary>{invoicesOf(plan)}</summary>
      <PlanInvoices plan={plan} />
    </details>
  );
}
