import { PERMISSIONS } from '@yardage/contract/permissions';
import type { PlannedPayment } from '@yardage/contract/planned-payments';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { useInvoiceLink } from '#web/lib/navigation/page-links.ts';
import { PAYABLES_MESSAGES as MESSAGES } from '../../payables.messages.ts';
import { agreedCredits, amountOf, creditsText, invoicesOf, isToCome } from '../../payables.ts';
import classes from './payables.module.css';

/** The invoices of a planned payment, its credits and what is charged, so that the approver can check it (APY-07). */
export function PlanInvoices({ plan }: { plan: PlannedPayment }) {
  const canView = useHoldsAny([PERMISSIONS.INVOICES_VIEW]);
  const link = useInvoiceLink();
  const credits = agreedCredits(plan);
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
      {credits.map(({ creditNumber, amount }) => (
        <li key={`credit ${creditNumber}`}>
          <span>{MESSAGES.credit(creditNumber)}</span>
          <span>{formatCurrency(-amount)}</span>
        </li>
      ))}
      {credits.length > 0 && isToCome(plan) ? (
        <li>
          <strong>{MESSAGES.toBeCharged}</strong>
          <strong>{formatCurrency(plan.amount)}</strong>
        </li>
      ) : null}
    </ul>
  );
}

/** How many invoices a planned payment has, and which on request, with its credits. */
export function OpenableInvoices({ plan }: { plan: PlannedPayment }) {
  if (plan.invoices.length === 1 && agreedCredits(plan).length === 0) return invoicesOf(plan);
  return (
    <details className={classes.openable}>
      <summary>{invoicesOf(plan)}</summary>
      <PlanInvoices plan={plan} />
    </details>
  );
}

/** What a planned payment has charged or is to charge, and what credits add. */
export function PlanAmount({ plan }: { plan: PlannedPayment }) {
  const credits = creditsText(plan);
  return (
    <span className={classes.main}>
      <span>{formatAmount(amountOf(plan))}</span>
      {credits ? <span className={classes.quiet}>{credits}</span> : null}
    </span>
  );
}
