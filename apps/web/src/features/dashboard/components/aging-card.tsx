import { useQuery } from '@tanstack/react-query';
import type { CustomerSummary } from '@yardage/contract/dashboard';
import { formatNumber } from '@yardage/domain/quantities';
import type { ReactNode } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { summaryQuery } from '../dashboard.api.ts';
import { AGING_MESSAGES as MESSAGES } from '../dashboard.messages.ts';
import classes from './aging-card.module.css';
import { AgingChart } from './aging-chart.tsx';
import { QueryCard } from './query-card.tsx';
import { type Way, WayLink } from './way.tsx';

/** The open balance by age, the last invoice, payment and statement, and the average days to payment (DSH-05, DSH-16, DSH-17). */
export function AgingCard({ statementOf }: { statementOf: (statementDate: string) => Way | null }) {
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
  statementOf: (statementDate: string) => Way | null;
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
            <WayLink way={statement} className={classes.link}>
              {statementText}
            </WayLink>
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
