import { VisuallyHidden } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import classes from './card-list.module.css';
import { opensHere } from './opens-here.ts';
import { RowActionButton } from './row-action-button.tsx';
import { RowCheck } from './row-check.tsx';
import { type CardPlace, cellContent } from './table-column.ts';
import { type DataTableProps, offeredActions } from './table-props.ts';

interface RowCardProps<Row extends RowData> {
  id: string;
  row: Row;
  props: DataTableProps<Row>;
  isOpen: boolean;
}

/** A record on a phone: name and status on top, the facts that matter, one action; a tap anywhere opens it. */
export function RowCard<Row extends RowData>({ id, row, props, isOpen }: RowCardProps<Row>) {
  const { columns, opener, actions = [], selection, groupBy, rowName } = props;
  const at = (place: CardPlace) => columns.filter((column) => column.card === place && column.id !== groupBy);
  const [title] = columns;
  const [action] = offeredActions(actions, row);
  if (!title) return null;
  return (
    <div className={classes.card} data-open={isOpen || undefined}>
      <div className={classes.top}>
        {selection ? <RowCheck selection={selection} id={id} name={rowName(row)} /> : null}
        <a
          className={classes.opener}
          href={opener.href(row)}
          onClick={(event) => {
            if (!opensHere(event)) return;
            event.preventDefault();
            opener.open(row);
          }}
        >
          {cellContent(title, row)}
        </a>
        {at('status').map((column) => (
          <span key={column.id}>{cellContent(column, row)}</span>
        ))}
      </div>
      <dl className={classes.facts}>
        {at('fact').map((column) => (
          <div key={column.id}>
            <VisuallyHidden component="dt">{column.header}</VisuallyHidden>
            <dd>{cellContent(column, row)}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.bottom}>
        <div className={classes.body}>
          {at('body').map((column) => (
            <div key={column.id}>{cellContent(column, row)}</div>
          ))}
        </div>
        {action ? <RowActionButton action={action} row={row} /> : null}
      </div>
    </div>
  );
}
