import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import classes from './list-page.module.css';

interface ListPageProps {
  /** One line that says what is listed. */
  context: ReactNode;
  /** The page's main action; on a phone a bar at the bottom, in reach of the thumb however far the list is scrolled. */
  action?: ReactNode;
  /** Whether there is nothing for the action to do yet; until then a phone's bar stays away. */
  isActionIdle?: boolean;
  /** Tabs, search, range and type, in that order. */
  filters: ReactNode;
  /** Whether any filter is in use; then one click clears them all. */
  hasFilters: boolean;
  onClearFilters: () => void;
  /** Where tabs choose the view: the id they were given, and the chosen tab's. */
  panel?: { id: string; labelledBy: string };
  /** The table. */
  children: ReactNode;
}

/** A list screen: a line of context, one row of filters, and the table in the room that is left. */
export function ListPage({ context, action, isActionIdle = false, filters, hasFilters, onClearFilters, panel, children }: ListPageProps) {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <p className={classes.context}>{context}</p>
        {action ? (
          <div className={classes.action} data-idle={isActionIdle || undefined}>
            {action}
          </div>
        ) : null}
      </header>
      <div className={classes.filters}>
        {filters}
        {hasFilters ? (
          <Button variant="subtle" className={classes.clear} onClick={onClearFilters}>
            {DATA_TABLE_MESSAGES.clearFilters}
          </Button>
        ) : null}
      </div>
      {panel ? (
        <div className={classes.panel} id={panel.id} role="tabpanel" aria-labelledby={panel.labelledBy}>
          {children}
        </div>
      ) : (
        children
      )}
    </div>
  );
}
