import type { PaymentOutcome } from '@yardage/contract/payments';
import { Card } from '#web/patterns/card.tsx';
import { paymentErrors, paymentFacts } from '../../payment-facts.ts';
import { PAYMENTS_MESSAGES as WORDS } from '../../payments.messages.ts';
import classes from './payment-result.module.css';

/** What the server held against the payment, and its facts (RES-04, RES-06). */
export function ResultDetails({ outcome }: { outcome: PaymentOutcome }) {
  const errors = paymentErrors(outcome);
  return (
    <>
      {errors.length > 0 ? (
        <Card title={WORDS.validationErrors}>
          <ul className={classes.errors}>
            {errors.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Card>
      ) : null}
      <Card title={WORDS.details}>
        <dl className={classes.facts}>
          {paymentFacts(outcome).map(({ label, value, isMoney }) => (
            <div key={label} className={isMoney ? classes.money : undefined}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  );
}
