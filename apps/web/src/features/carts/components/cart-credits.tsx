import { Checkbox } from '@mantine/core';
import type { Cart } from '@yardage/contract/carts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { CARTS_MESSAGES as MESSAGES } from '../carts.messages.ts';
import { useChangeAmounts } from '../use-change-amounts.ts';
import classes from './chosen-amount.module.css';
import { ChosenAmount } from './chosen-amount.tsx';

/** The account's open credits: which of them the cart uses, and how much of each (APY-01). */
export function CartCredits({ cart, isLocked }: { cart: Cart; isLocked: boolean }) {
  const { change, isPending, variables } = useChangeAmounts();
  if (cart.credits.length === 0 || cart.invoices.length === 0) return null;
  const isBusy = isLocked || isPending;
  /** Shows at once what was chosen, before the server has answered. */
  const isChosen = (creditNumber: string, chosenAmount: number | null): boolean => {
    const asked = isPending ? variables.amounts.credits?.find((each) => each.creditNumber === creditNumber) : undefined;
    return (asked ? asked.amount : chosenAmount) !== null;
  };
  return (
    <section className={classes.credits} aria-label={MESSAGES.credits}>
      <h3>{MESSAGES.credits}</h3>
      <p className={classes.caption}>{MESSAGES.creditsHint}</p>
      {cart.credits.map(({ creditNumber, documentDate, reason, openAmount, chosenAmount, appliedAmount }) => (
        <div key={creditNumber} className={classes.credit}>
          <Checkbox
            label={creditNumber}
            aria-label={MESSAGES.applyCredit(creditNumber)}
            description={
              chosenAmount !== null && appliedAmount < chosenAmount
                ? MESSAGES.unusedCredit(formatCurrency(openAmount - appliedAmount))
                : MESSAGES.creditLine(formatDay(documentDate), reason, formatCurrency(openAmount))
            }
            checked={isChosen(creditNumber, chosenAmount)}
            // Not disabled while busy, so that it keeps the focus.
            aria-disabled={isBusy}
            onChange={(event) => {
              const amount = event.currentTarget.checked ? openAmount : null;
              if (!isBusy) change({ credits: [{ creditNumber, amount }] });
            }}
          />
          {chosenAmount === null ? null : (
            <ChosenAmount
              number={creditNumber}
              amount={appliedAmount}
              most={openAmount}
              isBusy={isBusy}
              onChoose={(amount) => change({ credits: [{ creditNumber, amount: amount ?? openAmount }] })}
            />
          )}
        </div>
      ))}
    </section>
  );
}
