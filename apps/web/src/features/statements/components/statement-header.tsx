import type { StatementDetail } from '@yardage/contract/statements';
import { AGING_BUCKETS } from '@yardage/domain/aging';
import { AGING_NAMES } from '@yardage/domain/names.messages';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { STATEMENTS_MESSAGES as MESSAGES } from '../statements.messages.ts';
import classes from './statement-header.module.css';

/** The client of the statement, the amount due and how it adds up (STM-07, STM-08). */
export function StatementHeader({ statement }: { statement: StatementDetail }) {
  const { clientFirstName, clientLastName, previousStatementDate } = statement;
  const person = [clientFirstName, clientLastName].filter(Boolean).join(' ');
  return (
    <section className={classes.header}>
      <div className={classes.client}>
        <p className={classes.name}>{statement.clientDisplayName}</p>
        <address className={classes.address}>
          {person ? <span>{person}</span> : null}
          <span>{statement.clientAddressLn1}</span>
          <span>
            {statement.clientAddressCity}, {statement.clientAddressState} {statement.clientAddressZip}
          </span>
        </address>
        <p className={classes.since}>
          {previousStatementDate ? MESSAGES.since(formatDay(previousStatementDate)) : MESSAGES.sinceBeginning}
        </p>
      </div>
      <p className={classes.balance}>
        <span className={classes.label}>{MESSAGES.balanceDue}</span>
        <span className={classes.figure}>{formatCurrency(statement.balanceDue)}</span>
      </p>
      <dl className={classes.amounts}>
        {AGING_BUCKETS.map(({ field }) => (
          <Amount
            key={field}
            label={AGING_NAMES[field]}
            amount={statement[field]}
            isLate={field !== 'currentAmount' && statement[field] > 0}
          />
        ))}
      </dl>
      <dl className={classes.amounts}>
        <Amount
          label={MESSAGES.previousBalance}
          {...(previousStatementDate && { text: formatDay(previousStatementDate) })}
          amount={statement.previousBalance}
        />
        <Amount label={MESSAGES.charges} text={MESSAGES.chargesText} amount={statement.charges} />
        {statement.adjustments === 0 ? null : (
          <Amount label={MESSAGES.adjustments} text={MESSAGES.chargesText} amount={statement.adjustments} />
        )}
        <Amount label={MESSAGES.amountPaid} text={MESSAGES.amountPaidText} amount={statement.amountPaid} />
        <Amount label={MESSAGES.discountsTaken} text={MESSAGES.discountsTakenText} amount={statement.discountsTaken} />
        <Amount label={MESSAGES.depositReceived} text={MESSAGES.depositReceivedText} amount={statement.depositReceived} />
      </dl>
      <p className={classes.movements}>{statement.adjustments === 0 ? MESSAGES.movements : MESSAGES.movementsWithAdjustments}</p>
    </section>
  );
}

function Amount({ label, text, amount, isLate = false }: { label: string; text?: string; amount: number; isLate?: boolean }) {
  return (
    <div className={classes.amount} data-late={isLate || undefined}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{formatCurrency(amount)}</dd>
      {text ? <dd className={classes.text}>{text}</dd> : null}
    </div>
  );
}
