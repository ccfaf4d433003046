import { useQuery } from '@tanstack/react-query';
import type { CustomerSummary } from '@yardage/contract/dashboard';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency, formatNumber } from '#web/lib/formats/number-format.ts';
import { summaryQuery } from '../api/get-summary.ts';
import { AGING_MESSAGES as WORDS } from '../dashboard.messages.ts';
import classes from './aging-card.module.css';
import { AgingChart } from './aging-chart.tsx';
import { QueryCard } from './query-card.tsx';
import { type Way, WayLink } from './way.tsx';

/** What is open by age, and the account's last movements (DSH-05, DSH-16, DSH-17). */
export function AgingCard({ statementOf }: { statementOf: (statementDate: string) => Way | null }) {
  const query = useQuery(summaryQuery(useCustomer(), 'aging'));
  return (
    <QueryCard
      title={WORDS.title}
      query={query}
      lines={6}
      aside={({ lastAged }) => <span className={classes.asOf}>{WORDS.asOf(formatDay(lastAged))}</span>}
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
  statementOf: (statementDate: string) => Way | null;
}

function Movements({ summary, statementOf }: MovementsProps) {
  const { lastStatementDate } = summary;
  const on = (amount: number | null, day: string | null): string | null =>
    day === null ? null : WORDS.amountOn(formatCurrency(amount), formatDay(day));
  const statement = lastStatementDate ? statementOf(lastStatementDate) : null;
  const statementText = on(summary.lastStatementAmount, lastStatementDate);
  return (
    <dl className={classes.movements}>
      <Movement label={WORDS.lastInvoice} value={on(summary.lastInvoiceAmount, summary.lastInvoiceDate)} />
      <Movement label={WORDS.lastPayment} value={on(summary.lastPaymentAmount, summary.lastPaymentDate)} />
      <div>
        <dt className={classes.label}>{WORDS.lastStatement}</dt>
        <dd className={classes.value}>
          {statement && statementText ? (
            <WayLink way={statement} className={classes.link}>
              {statementText}
            </WayLink>
          ) : (
            (statementText ?? WORDS.none)
          )}
        </dd>
      </div>
      <Movement label={WORDS.ofYear} value={formatCurrency(summary.yearToDateBalanceAmount)} />
      <Movement label={WORDS.averageYear} value={formatNumber(summary.yearToDateAverageDays)} />
      <Movement label={WORDS.averageLife} value={formatNumber(summary.lifeToDateAverageDays)} />
    </dl>
  );
}

function Movement({ label, value }: { label: string; value: string | null }) {
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{value || WORDS.none}</dd>
    </div>
  );
}
