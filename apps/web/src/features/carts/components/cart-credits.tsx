import { Checkbox } from '@mantine/core';
import type { Cart } from '@yardage/contract/carts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { CARTS_MESSAGES as MESSAGES } from '../carts.messages.ts';
import { useChangeAmounts } from '../use-cart.ts';
import classes from './chosen-amount.module.css';
import { ChosenAmount } from './chosen-amount.tsx';

/** The account's open credits: which of them the cart uses, and how much of each (APY-01). */
export function CartCredits({ cart, isLocked }: { cart: Cart; isLocked: boolean }) {
  const { change, isPending } = useChangeAmounts();
  if (cart.credits.length === 0 || cart.invoices.length === 0) return null;
  const isBusy = isLocked || isPending;
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
            checked={chosenAmount !== null}
            disabled={isBusy}
            onChange={(event) => change({ credits: [{ creditNumber, amount: event.currentTarget.checked ? openAmount : null }] })}
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
