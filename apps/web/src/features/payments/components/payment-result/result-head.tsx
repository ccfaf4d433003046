import { Button } from '@mantine/core';
import type { PaymentOutcome } from '@yardage/contract/payments';
import { resultOfCode } from '@yardage/domain/payment-status';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { PAYMENTS_MESSAGES as MESSAGES } from '../../payments.messages.ts';
import classes from './payment-result.module.css';
import { ResultMark } from './result-mark.tsx';

const hints = () => ({ 0: MESSAGES.failedHint, 1: MESSAGES.paidHint, 2: MESSAGES.pendingHint }) as const;

interface ResultHeadProps {
  outcome: PaymentOutcome;
  isReturning: boolean;
  onDone: () => void;
  /** Undefined after a return to the cart that left some invoices out. */
  onReturnToCart: (() => void) | undefined;
}

/** The outcome of the payment at a glance, and the next step (RES-02, RES-03, RES-08). */
export function ResultHead({ outcome, isReturning, onDone, onReturnToCart }: ResultHeadProps) {
  const result = resultOfCode(outcome.status);
  return (
    <section className={classes.head}>
      <ResultMark key={result} result={result} />
      {/* The key remounts the heading per result, so it takes focus and is read out again when a pending payment ends. */}
      <h2 key={`heading ${result}`} ref={takeFocus} tabIndex={-1}>
        {MESSAGES.headings[result]}
      </h2>
      <p className={classes.figure}>{formatCurrency(outcome.cartData.totalAmountWithDiscount)}</p>
      <p>{hints()[result]}</p>
      <div className={classes.actions}>
        {result === 0 && onReturnToCart ? (
          <Button variant="default" loading={isReturning} onClick={onReturnToCart}>
            {MESSAGES.returnToCart}
          </Button>
        ) : null}
        <Button onClick={onDone}>{MESSAGES.done}</Button>
      </div>
    </section>
  );
}

function takeFocus(heading: HTMLHeadingElement | null): void {
  heading?.focus({ preventScroll: true });
}
