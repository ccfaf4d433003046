import { VisuallyHidden } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import { Fragment, type ReactNode } from 'react';
import classes from './card-list.module.css';
import { opensHere } from './opens-here.ts';
import { RowActionButton } from './row-action-button.tsx';
import { RowCheck } from './row-check.tsx';
import { type CardPlace, cardContent } from './table-column.ts';
import { type DataTableProps, offeredActions } from './table-props.ts';

interface RowCardProps<Row extends RowData> {
  id: string;
  row: Row;
  options: DataTableProps<Row>;
  isOpen: boolean;
}

/** One column's part of a card. */
interface CardPart {
  id: string;
  header: string;
  content: ReactNode;
}

/** A record on a phone: title and status, facts and one action. A tap anywhere opens it. */
export function RowCard<Row extends RowData>({ id, row, options, isOpen }: RowCardProps<Row>) {
  const { columns, opener, actions = [], selection, groupBy, rowName } = options;
  const at = (place: CardPlace): CardPart[] =>
    columns
      .filter((column) => column.card === place && column.id !== groupBy)
      .map((column) => ({ id: column.id, header: column.header, content: cardContent(column, row) }))
      .filter(({ content }) => content !== null && content !== '');
  const [title] = columns;
  const [action] = offeredActions(actions, row);
  if (!title) return null;
  const body = at('body');
  const button = action ? <RowActionButton action={action} row={row} /> : null;
  return (
    <div className={classes.card} data-open={isOpen || undefined}>
      {selection ? <RowCheck selection={selection} id={id} name={rowName(row)} /> : null}
      <div className={classes.content}>
        <div className={classes.top}>
          <a
            className={classes.opener}
            href={opener.href(row)}
            onClick={(event) => {
              if (!opensHere(event)) return;
              event.preventDefault();
              opener.open(row);
            }}
          >
            {cardContent(title, row)}
          </a>
          {at('status').map((part) => (
            <span key={part.id}>{part.content}</span>
          ))}
        </div>
        <CardFacts facts={at('fact')} asides={at('aside')} />
        {body.length > 0 ? (
          <div className={classes.bottom}>
            <div className={classes.body}>
              {body.map((part) => (
                <Fragment key={part.id}>{part.content}</Fragment>
              ))}
            </div>
            {button}
          </div>
        ) : null}
      </div>
      {body.length === 0 && button ? <div className={classes.corner}>{button}</div> : null}
    </div>
  );
}

function CardFacts({ facts, asides }: { facts: readonly CardPart[]; asides: readonly CardPart[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {facts.map((fact, line) => {
        const aside = asides[line];
        return (
          <div key={fact.id} className={classes.fact}>
            <VisuallyHidden component="dt">{fact.header}</VisuallyHidden>
            <dd>{fact.content}</dd>
            {aside ? (
              <>
                <VisuallyHidden component="dt">{aside.header}</VisuallyHidden>
                <dd className={classes.aside}>{aside.content}</dd>
              </>
            ) : null}
          </div>
        );
      })}
    </dl>
  );
}
