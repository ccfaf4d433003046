import { useQuery } from '@tanstack/react-query';
import type { PossibleDiscounts } from '@yardage/contract/dashboard';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { discountsQuery } from '../dashboard.api.ts';
import { DASHBOARD_CARD_MESSAGES, DISCOUNT_MESSAGES as MESSAGES } from '../dashboard.messages.ts';
import classes from './discount-card.module.css';
import { type LinkTarget, OptionalLink, QueryCard } from './query-card.tsx';

/** Discounts that end on the same day. */
export type Discount = PossibleDiscounts['expiryDateWiseDiscounts'][number];

/**
 * The discounts that are still available: the total, and one line per expiry day that links to its invoices (DSH-04, DSH-18).
 * If there is only one day, its amount is the total and is not repeated.
 */
export function DiscountCard({
  invoicesOf,
  planner,
}: {
  invoicesOf: (discount: Discount) => LinkTarget | null;
  planner: LinkTarget | null;
}) {
  const query = useQuery(discountsQuery(useCustomer()));
  return (
    <QueryCard title={MESSAGES.title} query={query} skeleton={3} failedText={DASHBOARD_CARD_MESSAGES.discountsFailedHere}>
      {({ totalPossibleDiscountAmount, expiryDateWiseDiscounts }) => {
        const [first, ...others] = expiryDateWiseDiscounts;
        const total = <Total amount={totalPossibleDiscountAmount} />;
        const plan =
          first && planner ? (
            <OptionalLink target={planner} className={classes.one}>
              <span className={classes.day}>
                <span className={classes.text}>{MESSAGES.plan}</span>
                <Icon name="next" size={16} className={classes.icon} />
              </span>
            </OptionalLink>
          ) : null;
        if (first && others.length === 0) {
          return (
            <>
              <OptionalLink target={invoicesOf(first)} className={classes.only}>
                {total}
                <Day discount={first} canOpen={invoicesOf(first) !== null} />
              </OptionalLink>
              {plan}
            </>
          );
        }
        return (
          <>
            {total}
            {first ? null : <p className={classes.none}>{MESSAGES.none}</p>}
            {expiryDateWiseDiscounts.map((discount) => (
              <OptionalLink key={discount.discountExpiryDate} target={invoicesOf(discount)} className={classes.one}>
                <Day discount={discount} amount={formatCurrency(discount.possibleDiscountAmount)} canOpen={invoicesOf(discount) !== null} />
              </OptionalLink>
            ))}
            {plan}
          </>
        );
      }}
    </QueryCard>
  );
}

function Total({ amount }: { amount: number }) {
  return (
    <span className={classes.total}>
      <span className={classes.label}>{MESSAGES.total}</span>
      <span className={classes.figure}>{formatCurrency(amount)}</span>
    </span>
  );
}

/** The last day to pay and the number of invoices. The amount is left out if it is already shown as the total. */
function Day({ discount, amount, canOpen }: { discount: Discount; amount?: string; canOpen: boolean }) {
  return (
    <span className={classes.day}>
      <span className={classes.text}>{MESSAGES.payBy(formatDay(discount.discountExpiryDate))}</span>
      <span className={classes.count} data-extra>
        {MESSAGES.invoiceCount(discount.invoiceCount)}
      </span>
      {amount ? <span>{amount}</span> : null}
      {canOpen ? <Icon name="next" size={16} className={classes.icon} /> : null}
    </span>
  );
}
