import { formatCurrency } from '#web/lib/formats/number-format.ts';
import classes from './list-sums.module.css';

interface ListSumsProps {
  /** What the sums are of, for screen readers. */
  label: string;
  sums: readonly { label: string; amount: number }[];
}

/** The sums of all rows that match the list's filters, shown below the count. */
export function ListSums({ label, sums }: ListSumsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={label}>
      <dl className={classes.sums}>
        {sums.map((sum) => (
          <div key={sum.label} className={classes.sum}>
            <dt>{sum.label}</dt>
            <dd>{formatCurrency(sum.amount)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
