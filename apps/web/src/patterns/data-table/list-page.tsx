import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { tabId, ViewTabs, type ViewTabsProps } from '#web/patterns/view-tabs.tsx';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import classes from './list-page.module.css';

interface ListPageProps<View extends string> {
  /** One line that says what the list contains. */
  context: ReactNode;
  /** The page's main action. On a phone it is a bar at the bottom that stays in view while the list scrolls. */
  action?: ReactNode;
  /** Whether the action has nothing to act on yet. A phone hides the bar until then. */
  isActionIdle?: boolean;
  /** Search box, date range and type filter, in that order. */
  filters: ReactNode;
  /** Whether any filter is active. If so, the page shows 'Clear filters'. */
  hasFilters: boolean;
  onClearFilters: () => void;
  /** Tabs that select the view. `id` is the id of the panel whose content they change. */
  tabs?: Omit<ViewTabsProps<View>, 'panelId'> & { id: string };
  /** The table. */
  children: ReactNode;
}

/** A list page: a line of context, a row of filters, and the table in the remaining space. */
export function ListPage<View extends string>(props: ListPageProps<View>) {
  const { context, action, isActionIdle = false, tabs, filters, hasFilters, onClearFilters, children } = props;
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
        {tabs ? <ViewTabs {...tabs} panelId={tabs.id} /> : null}
        {filters}
        {hasFilters ? (
          <Button variant="subtle" className={classes.clear} onClick={onClearFilters}>
            {DATA_TABLE_MESSAGES.clearFilters}
          </Button>
        ) : null}
      </div>
      {tabs ? (
        <div className={classes.panel} id={tabs.id} role="tabpanel" aria-labelledby={tabId(tabs.id, tabs.value)}>
          {children}
        </div>
      ) : (
        children
      )}
    </div>
  );
}
