import type { PaymentOutcome } from '@yardage/contract/payments';
import { Card } from '#web/patterns/card.tsx';
import { type PaymentFact, paymentErrors, paymentFacts, paymentTotals } from '../payment-facts.ts';
import { PAYMENTS_MESSAGES as MESSAGES } from '../payments.messages.ts';
import classes from './payment-result.module.css';

interface ResultDetailsProps {
  outcome: PaymentOutcome;
  /** False if the surrounding component already shows the totals. */
  hasTotals?: boolean;
}

/** The server's validation errors and the facts of a payment (RES-04, RES-06). */
export function ResultDetails({ outcome, hasTotals = true }: ResultDetailsProps) {
  const errors = paymentErrors(outcome);
  const totals = hasTotals ? paymentTotals(outcome) : [];
  return (
    <>
      {errors.length > 0 ? (
        <Card title={MESSAGES.validationErrors}>
          <ul className={classes.errors}>
            {errors.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Card>
      ) : null}
      <Card title={MESSAGES.details}>
        <dl className={classes.facts}>
          {paymentFacts(outcome).map((fact) => (
            <FactLine key={fact.label} {...fact} />
          ))}
          {totals.map((fact) => (
            <FactLine key={fact.label} {...fact} isMoney />
          ))}
        </dl>
      </Card>
    </>
  );
}

function FactLine({ label, value, isMoney = false }: PaymentFact & { isMoney?: boolean }) {
  return (
    <div className={isMoney ? classes.money : undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
