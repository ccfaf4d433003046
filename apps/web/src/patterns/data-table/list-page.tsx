import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import classes from './list-page.module.css';

interface ListPageProps {
  /** One line that says what the list contains. */
  context: ReactNode;
  /** The page's main action. On a phone it is a bar at the bottom that stays in view while the list scrolls. */
  action?: ReactNode;
  /** Whether the action has nothing to act on yet. A phone hides the bar until then. */
  isActionIdle?: boolean;
  /** Tabs, search box, date range and type filter, in that order. */
  filters: ReactNode;
  /** Whether any filter is active. If so, the page shows 'Clear filters'. */
  hasFilters: boolean;
  onClearFilters: () => void;
  /** If tabs select the view: the panel's id and the id of the selected tab. */
  panel?: { id: string; labelledBy: string };
  /** The table. */
  children: ReactNode;
}

/** A list page: a line of context, a row of filters, and the table in the remaining space. */
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
