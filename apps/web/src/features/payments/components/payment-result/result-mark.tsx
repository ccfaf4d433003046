import type { PaymentResult } from '@yardage/domain/payment-status';
import classes from './payment-result.module.css';

const SHAPES: Record<PaymentResult, string> = {
  0: 'M21 21l22 22M43 21L21 43',
  1: 'M19 33l9 9 18-20',
  2: 'M32 18v14l9 6',
};

/** Icon of the outcome. Only the icon of a paid payment is animated, and not if the user prefers reduced motion (RES-03). */
export function ResultMark({ result }: { result: PaymentResult }) {
  return (
    <svg
      className={classes.mark}
      data-result={result}
      data-animated={result === 1 || undefined}
      width={64}
      height={64}
      viewBox="0 0 64 64"
      aria-hidden="true"
    >
      <circle cx={32} cy={32} r={29} pathLength={1} />
      <path d={SHAPES[result]} pathLength={1} />
    </svg>
  );
}
