import { type ReactNode, useId, useState } from 'react';
import { useIsPrinting } from '#web/lib/screen.ts';
import { Card } from './card.tsx';
import { Icon } from './icon.tsx';
import { INFO_CARD_MESSAGES } from './info-card.messages.ts';
import classes from './info-card.module.css';

/** Rows shown before 'Show more' (ORD-11, TKT-14). */
const ROWS_AT_FIRST = 4;

export interface InfoRow {
  label: string;
  /** An empty value is shown as a dash. */
  value: ReactNode;
}

interface InfoCardProps {
  title: string;
  rows: readonly InfoRow[];
  /** Shows all rows at once, without 'Show more'. */
  isComplete?: boolean;
}

/** A record's labels and values: four rows, and the rest behind 'Show more'. Printing shows all rows. */
export function InfoCard({ title, rows, isComplete = false }: InfoCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isPrinting = useIsPrinting();
  const listId = useId();
  const hasMore = !isComplete && rows.length > ROWS_AT_FIRST;
  const shown = isOpen || isComplete || isPrinting ? rows : rows.slice(0, ROWS_AT_FIRST);
  return (
    <Card title={title}>
      <dl id={listId} className={classes.rows}>
        {shown.map(({ label, value }) => (
          <div key={label} className={classes.row}>
            <dt className={classes.label}>{label}</dt>
            <dd className={classes.value}>{value === null || value === undefined || value === '' ? INFO_CARD_MESSAGES.none : value}</dd>
          </div>
        ))}
      </dl>
      {hasMore ? (
        <button type="button" className={classes.toggle} aria-expanded={isOpen} aria-controls={listId} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? INFO_CARD_MESSAGES.less : INFO_CARD_MESSAGES.more}
          <Icon name="chevron" size={16} className={classes.chevron} />
        </button>
      ) : null}
    </Card>
  );
}

export interface Fact {
  label: string;
  value: ReactNode;
  /** Whether it takes a full line on a phone. */
  isWide?: boolean;
}

/** A record's key facts below its title: in a row, or in two columns on a phone. */
export function FactStrip({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.strip}>
      {facts.map(({ label, value, isWide }) => (
        <div key={label} data-wide={isWide || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
