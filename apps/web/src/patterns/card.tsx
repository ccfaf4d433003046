import type { ReactNode } from 'react';
import classes from './card.module.css';

interface CardProps {
  title: string;
  /** Shown to the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled group of facts or links. */
export function Card({ title, aside, children }: CardProps) {
  return (
    <section className={classes.card}>
      <header className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
