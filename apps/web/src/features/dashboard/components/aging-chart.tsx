import type { CustomerSummary } from '@yardage/contract/dashboard';
import { AGING_BUCKETS } from '@yardage/domain/aging';
import { AGING_NAMES } from '@yardage/domain/names.messages';
import { formatAmount } from '#web/lib/formats/number-format.ts';
import { AGING_MESSAGES as MESSAGES } from '../dashboard.messages.ts';
import classes from './aging-chart.module.css';

/** The aging as a table with a bar and the amount in each row. Hatching and length repeat what the colour says (DSH-16). */
export function AgingChart({ summary }: { summary: CustomerSummary }) {
  const balance = summary.balanceAmount ?? 0;
  if (AGING_BUCKETS.every(({ field }) => !summary[field])) return <p className={classes.none}>{MESSAGES.nothingOpen}</p>;
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
