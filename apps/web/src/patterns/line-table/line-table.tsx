import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsNarrow } from '#web/lib/screen.ts';
import classes from './line-table.module.css';
import { useFits } from './use-fits.ts';

/** A column of a line table. */
interface LineColumn<Line> {
  header: string;
  value: (line: Line) => ReactNode;
  /** Numbers are right-aligned and do not wrap. */
  isNumber?: boolean;
  /** Dates and product numbers do not wrap. */
  isWhole?: boolean;
  /** Names and other texts of any length, which wrap also in the first column. */
  isText?: boolean;
  /** The column holds a control and is not printed. */
  isControl?: boolean;
}

/** A line on a phone: title, result on the right, details below. */
interface LineCard {
  title: ReactNode;
  result?: string;
  details: readonly string[];
  /** An action below the line. */
  action?: ReactNode;
}

interface LineTableProps<Line> {
  label: string;
  columns: readonly LineColumn<Line>[];
  card: (line: Line) => LineCard;
  lines: readonly Line[];
  /** Identifies a line. Needed if lines come and go, or if they have fields or menus; otherwise the position is enough. */
  lineKey?: (line: Line) => string | number;
  /** Shown if a record has no lines. */
  emptyText: string;
  /** An action at the end of each line. Its heading is for screen readers only. */
  action?: { header: string; cell: (line: Line) => ReactNode };
  /** A total in the last column, set apart by a rule. */
  total?: { label: string; value: string };
}

/** A record's lines as a table; on a phone, and where the table is too wide for its place, as cards. Nothing scrolls sideways. */
export function LineTable<Line>(props: LineTableProps<Line>) {
  const isNarrow = useIsNarrow();
  const { place, isFitting } = useFits(props.lines.length);
  if (props.lines.length === 0) return <p className={classes.empty}>{props.emptyText}</p>;
  return <div ref={place}>{isNarrow || !isFitting ? <Cards {...props} /> : <Table {...props} />}</div>;
}

function Table<Line>({ label, columns, lines, lineKey, total, action }: LineTableProps<Line>) {
  // What names a line: screen readers say it before each of its cells.
  const naming = columns.find(({ isNumber, isControl }) => !isNumber && !isControl);
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ header, isNumber, isControl }) => (
            <th key={header} scope="col" data-number={isNumber || undefined} data-control={isControl || undefined}>
              {header}
            </th>
          ))}
          {action ? (
            <th scope="col" data-control>
              <VisuallyHidden>{action.header}</VisuallyHidden>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={lineKey?.(line) ?? index}>
            {columns.map((column) => {
              const { header, value, isNumber, isWhole, isText, isControl } = column;
              const [Cell, scope] = column === naming ? (['th', 'row'] as const) : (['td', undefined] as const);
              return (
                <Cell
                  key={header}
                  scope={scope}
                  data-number={isNumber || undefined}
                  data-whole={isWhole || undefined}
                  data-text={isText || undefined}
                  data-control={isControl || undefined}
                >
                  {value(line)}
                </Cell>
              );
            })}
            {action ? (
              <td data-action data-control>
                {action.cell(line)}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
      {total ? (
        <tfoot>
          <tr>
            <th scope="row" colSpan={columns.length - 1}>
              {total.label}
            </th>
            <td data-number>{total.value}</td>
          </tr>
        </tfoot>
      ) : null}
    </table>
  );
}

function Cards<Line>({ label, card, lines, lineKey, total, action }: LineTableProps<Line>) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {lines.map((line, index) => {
        const { title, result, details, action: below } = card(line);
        return (
          <li key={lineKey?.(line) ?? index} className={classes.card}>
            <p className={classes.cardHead}>
              <span className={classes.cardTitle}>{title}</span>
              <span className={classes.figure}>{result}</span>
            </p>
            <div className={classes.cardFoot}>
              <div className={classes.cardDetails}>
                {details.map((detail) => (
                  <p key={detail} className={classes.cardDetail}>
                    {detail}
                  </p>
                ))}
              </div>
              {below || action ? <div className={classes.cardAction}>{below ?? action?.cell(line)}</div> : null}
            </div>
          </li>
        );
      })}
      {total ? (
        <li className={classes.cardTotal}>
          <span>{total.label}</span>
          <span className={classes.figure}>{total.value}</span>
        </li>
      ) : null}
    </ul>
  );
}
