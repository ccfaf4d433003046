import { Button } from '@mantine/core';
import { Notice } from '../notice.tsx';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import classes from './table-states.module.css';

interface TableEmptyStateProps {
  text: string | undefined;
  hasFilters: boolean;
  onClearFilters: () => void;
}

/** The empty state: why there are no rows, and a button that clears the filters if there are any (TBL-03, TBL-04). */
export function TableEmptyState({ text = DATA_TABLE_MESSAGES.noData, hasFilters, onClearFilters }: TableEmptyStateProps) {
  return (
    <div className={classes.void}>
      <p className={classes.text}>{hasFilters ? DATA_TABLE_MESSAGES.noResults : text}</p>
      {hasFilters ? (
        <Button variant="default" onClick={onClearFilters}>
          {DATA_TABLE_MESSAGES.clearFilters}
        </Button>
      ) : null}
    </div>
  );
}

/** The error state, with a retry button. */
export function TableFailure({ text, onRetry }: { text: string; onRetry: () => unknown }) {
  return (
    <Notice
      kind="failure"
      title={text}
      action={
        <Button variant="default" onClick={() => void onRetry()}>
          {DATA_TABLE_MESSAGES.retry}
        </Button>
      }
    />
  );
}
