import type { ReactNode } from 'react';
import classes from './fact-strip.module.css';

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
