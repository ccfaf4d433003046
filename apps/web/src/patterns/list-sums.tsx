import { formatCurrency } from '#web/lib/formats/number-format.ts';
import classes from './list-sums.module.css';
import { Skeleton } from './skeleton.tsx';

interface ListSumsProps<Sums> {
  /** What the sums are of, for screen readers. */
  label: string;
  /** The page of rows that the server sent, with the sums; undefined while it is loading. */
  page: { sums?: Sums | undefined } | undefined;
  lines: (sums: Sums) => readonly { label: string; amount: number }[];
}

/** The sums of all rows that match the list's filters, shown below the count. */
export function ListSums<Sums>({ label, page, lines }: ListSumsProps<Sums>) {
  // A line as high as the sums, so that they do not push the rows down.
  if (!page) {
    return (
      <div className={classes.sum}>
        &nbsp;
        <Skeleton width={240} height={12} />
      </div>
    );
  }
  if (!page.sums) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={label}>
      <dl className={classes.sums}>
        {lines(page.sums).map((sum) => (
          <div key={sum.label} className={classes.sum}>
            <dt>{sum.label}</dt>
            <dd>{formatCurrency(sum.amount)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
