import { useQuery } from '@tanstack/react-query';
import type { CustomerSummary } from '@yardage/contract/dashboard';
import { AGING_BUCKETS, isNothingOpen } from '@yardage/domain/aging';
import { AGING_NAMES } from '@yardage/domain/names.messages';
import { formatNumber } from '@yardage/domain/quantities';
import type { ReactNode } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { summaryQuery } from '../dashboard.api.ts';
import { AGING_MESSAGES as MESSAGES } from '../dashboard.messages.ts';
import classes from './aging-card.module.css';
import { type LinkTarget, OptionalLink, QueryCard } from './query-card.tsx';

/** The open balance by age, the last invoice, payment and statement, and the average days to payment (DSH-05, DSH-16, DSH-17). */
export function AgingCard({ statementOf }: { statementOf: (statementDate: string) => LinkTarget | null }) {
  const query = useQuery(summaryQuery(useCustomer(), 'aging'));
  return (
    <QueryCard
      title={MESSAGES.title}
      query={query}
      skeleton={6}
      aside={({ lastAged }) => <span className={classes.asOf}>{MESSAGES.asOf(formatDay(lastAged))}</span>}
    >
      {(summary) => (
        <>
          <AgingChart summary={summary} />
          <Movements summary={summary} statementOf={statementOf} />
        </>
      )}
    </QueryCard>
  );
}

interface MovementsProps {
  summary: CustomerSummary;
  statementOf: (statementDate: string) => LinkTarget | null;
}

function Movements({ summary, statementOf }: MovementsProps) {
  const { lastStatementDate } = summary;
  const statement = lastStatementDate ? statementOf(lastStatementDate) : null;
  const statementText = formatCurrency(summary.lastStatementAmount);
  return (
    <dl className={classes.movements}>
      <Movement label={MESSAGES.lastInvoice} value={formatCurrency(summary.lastInvoiceAmount)} day={summary.lastInvoiceDate} />
      <Movement label={MESSAGES.lastPayment} value={formatCurrency(summary.lastPaymentAmount)} day={summary.lastPaymentDate} />
      <Movement
        label={MESSAGES.lastStatement}
        value={
          statement ? (
            <OptionalLink target={statement} className={classes.link}>
              {statementText}
            </OptionalLink>
          ) : (
            statementText
          )
        }
        day={lastStatementDate}
      />
      <Movement label={MESSAGES.ofYear} value={formatCurrency(summary.yearToDateBalanceAmount)} />
      <Movement label={MESSAGES.averageYear} value={formatNumber(summary.yearToDateAverageDays)} />
      <Movement label={MESSAGES.averageLife} value={formatNumber(summary.lifeToDateAverageDays)} />
    </dl>
  );
}

function Movement({ label, value, day }: { label: string; value: ReactNode; day?: string | null }) {
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{value || MESSAGES.none}</dd>
      {day ? <dd className={classes.day}>{MESSAGES.on(formatDay(day))}</dd> : null}
    </div>
  );
}

/** The aging as a table with a bar and the amount in each row. Hatching and length repeat what the colour says (DSH-16). */
function AgingChart({ summary }: { summary: CustomerSummary }) {
  const balance = summary.balanceAmount ?? 0;
  if (isNothingOpen(summary)) return <p className={classes.none}>{MESSAGES.nothingOpen}</p>;
  const longest = Math.max(1, ...AGING_BUCKETS.map(({ field }) => summary[field] ?? 0));
  return (
    <table className={classes.table} aria-label={MESSAGES.label}>
      <thead>
        <tr>
          <th scope="col">{MESSAGES.bucket}</th>
          <td className={classes.track} />
          <th scope="col" data-number data-extra>
            {MESSAGES.share}
          </th>
          <th scope="col" data-number>
            {MESSAGES.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {AGING_BUCKETS.map(({ field }) => {
          const amount = summary[field] ?? 0;
          return (
            <tr key={field}>
              <th scope="row">{AGING_NAMES[field]}</th>
              <td className={classes.track} aria-hidden="true">
                <span className={classes.bar} data-bucket={field} style={{ width: `${(Math.max(0, amount) / longest) * 100}%` }} />
              </td>
              <td data-number data-extra>
                {balance > 0 ? MESSAGES.shareOf(((amount / balance) * 100).toFixed(1)) : null}
              </td>
              <td data-number>{formatAmount(amount)}</td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{MESSAGES.balance}</th>
          <td className={classes.track} />
          <td data-number data-extra />
          <td data-number>{formatAmount(balance)}</td>
        </tr>
        {summary.unappliedAmount ? <Note label={MESSAGES.unapplied} amount={summary.unappliedAmount} /> : null}
        {summary.pendingAmount ? <Note label={MESSAGES.pending} amount={summary.pendingAmount} /> : null}
      </tfoot>
    </table>
  );
}

/** A line below the balance that explains a part of it. */
function Note({ label, amount }: { label: string; amount: number }) {
  return (
    <tr className={classes.pending}>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td data-number data-extra />
      <td data-number>{formatAmount(amount)}</td>
    </tr>
  );
}
