import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import classes from './line-table.module.css';

/** A column of a record's lines. */
interface LineColumn<Line> {
  header: string;
  value: (line: Line) => ReactNode;
  /** Figures stand right and do not wrap. */
  isNumber?: boolean;
  /** What stands in it is to be pressed, and is not printed. */
  isControl?: boolean;
}

/** A line on a phone: its name, its result on the right, and the rest below. */
interface LineCard {
  title: ReactNode;
  result: string;
  details: readonly string[];
  /** What can be done with the line, below it. */
  action?: ReactNode;
}

interface LineTableProps<Line> {
  label: string;
  columns: readonly LineColumn<Line>[];
  card: (line: Line) => LineCard;
  lines: readonly Line[];
  /** Said where a record has no lines. */
  emptyText: string;
  /** What can be done with a line, at its end; its head is for those who do not see it. */
  action?: { header: string; cell: (line: Line) => ReactNode };
  /** Stands in the last column, set apart by a rule. */
  total?: { label: string; value: string };
}

/** The few lines a record consists of, as a table; on a phone one below the other, nothing pushed sideways. */
export function LineTable<Line>(props: LineTableProps<Line>) {
  const isNarrow = useIsPhone();
  if (props.lines.length === 0) return <p className={classes.empty}>{props.emptyText}</p>;
  return isNarrow ? <Cards {...props} /> : <Table {...props} />;
}

function Table<Line>({ label, columns, lines, total, action }: LineTableProps<Line>) {
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
          // biome-ignore lint/suspicious/noArrayIndexKey: a record may list one product twice, and its lines never move
          <tr key={index}>
            {columns.map(({ header, value, isNumber, isControl }) => (
              <td key={header} data-number={isNumber || undefined} data-control={isControl || undefined}>
                {value(line)}
              </td>
            ))}
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

function Cards<Line>({ label, card, lines, total, action }: LineTableProps<Line>) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {lines.map((line, index) => {
        const { title, result, details, action: below } = card(line);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record may list one product twice, and its lines never move
          <li key={index} className={classes.card}>
            <p className={classes.cardHead}>
              <span className={classes.cardTitle}>{title}</span>
              <span className={classes.figure}>{result}</span>
            </p>
            {details.map((detail) => (
              <p key={detail} className={classes.cardDetail}>
                {detail}
              </p>
            ))}
            {below || action ? <div className={classes.cardAction}>{below ?? action?.cell(line)}</div> : null}
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
