import type { ReactNode } from 'react';
import classes from './fact-strip.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
  /** Takes a whole line of a phone. */
  isWide?: boolean;
}

/** The few things that are asked first about a record, below its title: beside each other, on a phone two by two. */
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
