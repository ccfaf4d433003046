import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReviewMark } from '@yardage/contract/disputes';
import { centsOf } from '@yardage/domain/money';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { overviewQuery } from '../disputes.api.ts';
import { DISPUTES_MESSAGES as MESSAGES } from '../disputes.messages.ts';
import classes from './invoice-review.module.css';

/** Returns the warnings about an invoice: one that is disputed in part may also need attention elsewhere. */
function standingOf({ isDisputed, disputedAmount, needsAttention, billsRejectedLoad }: ReviewMark): string[] {
  const attention = billsRejectedLoad ? MESSAGES.cartRejected : MESSAGES.cartAttention;
  return [...(isDisputed ? [MESSAGES.cartHeldBack(formatCurrency(disputedAmount))] : []), ...(needsAttention ? [attention] : [])];
}

/** Says before paying which invoices of the cart are disputed or differ from ticket and price (APY-03, APY-08). Nothing if none is. */
export function CartReview({ invoiceNumbers }: { invoiceNumbers: readonly string[] }) {
  const { data } = useQuery(overviewQuery(useCustomer()));
  const marks = (data?.marks ?? []).filter(({ documentNumber }) => invoiceNumbers.includes(documentNumber));
  if (marks.length === 0) return null;
  const disputedCents = marks.reduce((sum, { disputedAmount }) => sum + centsOf(disputedAmount), 0);
  const title = disputedCents > 0 ? MESSAGES.cartDisputed(formatCurrency(disputedCents / 100)) : MESSAGES.cartDiffers(marks.length);
  return (
    <Notice kind="info" title={title}>
      <ul className={classes.marks}>
        {marks.map((mark) => (
          <li key={mark.documentNumber}>
            <Anchor component={Link} to="/invoices" search={{ invoice: mark.documentNumber } as never}>
              {MESSAGES.cartInvoice(mark.documentNumber)}
            </Anchor>{' '}
            {standingOf(mark).join(' · ')}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
