import type { ReactNode } from 'react';
import classes from './cell-link.module.css';
import { opensHere } from './opens-here.ts';
import { useRowTabIndex } from './row-tab-index.ts';

interface CellLinkProps {
  /** The URL, so that the link can be opened in another tab. */
  href: string;
  /** What the link opens, for screen readers. */
  label: string;
  onOpen: () => void;
  children: ReactNode;
}

/** A link in a row or on a card to a record other than the row's own. */
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
