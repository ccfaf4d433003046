import type { ReactNode } from 'react';
import classes from './cell-link.module.css';
import { opensHere } from './opens-here.ts';
import { useRowTabIndex } from './row-tab-index.ts';

interface CellLinkProps {
  /** Its address, so that it can be opened in another tab. */
  href: string;
  /** What it opens, for those who do not see the column. */
  label: string;
  onOpen: () => void;
  children: ReactNode;
}

/** A link of a row to another record than its own, in a cell or on a card. */
export function CellLink({ href, label, onOpen, children }: CellLinkProps) {
  const tabIndex = useRowTabIndex();
  return (
    <a
      className={classes.link}
      href={href}
      aria-label={label}
      data-row-control
      tabIndex={tabIndex}
      onClick={(event) => {
        if (!opensHere(event)) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {children}
    </a>
  );
}
