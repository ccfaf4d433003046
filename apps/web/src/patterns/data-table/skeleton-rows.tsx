import { Skeleton } from '../skeleton.tsx';
import classes from './table-grid.module.css';

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7];
/** Enough different widths to look like text. */
const WIDTHS = ['62%', '80%', '48%', '71%', '56%', '88%', '66%'];

/** Skeleton rows, shown until the first page has loaded. */
export function SkeletonRows({ columns, hasCheck }: { columns: readonly { id: string }[]; hasCheck: boolean }) {
  return (
    <tbody>
      {ROWS.map((row) => (
        <tr key={row} className={classes.row}>
          {hasCheck ? <td className={classes.check} /> : null}
          {columns.map(({ id }, column) => (
            <td key={id} className={classes.cell}>
              <Skeleton width={WIDTHS[(row * 3 + column * 2) % WIDTHS.length] ?? '60%'} height={12} />
            </td>
          ))}
          <td className={classes.end} />
        </tr>
      ))}
    </tbody>
  );
}
