import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { useNeedsConnection } from '../needs-connection.ts';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import classes from './row-controls.module.css';
import { isPlainClick, useRowTabIndex } from './row-tab-index.ts';
import type { RowAction, RowSelection } from './table-props.ts';
import { toggled } from './use-table-model.ts';

/** Selects or deselects all rows of this page. Rows of other pages keep their state. */
export function PageCheck({ selection, pageIds }: { selection: RowSelection; pageIds: readonly string[] }) {
  const count = pageIds.filter((id) => selection.ids.has(id)).length;
  const isAll = count > 0 && count === pageIds.length;
  const toggleAll = (): void => {
    const ids = new Set(selection.ids);
    for (const id of pageIds) isAll ? ids.delete(id) : ids.add(id);
    selection.onChange(ids);
  };
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        aria-label={DATA_TABLE_MESSAGES.selectAll}
        checked={isAll}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && !isAll;
        }}
        aria-disabled={selection.isPaused}
        onChange={() => selection.isPaused || toggleAll()}
      />
    </label>
  );
}

/** Checkbox that selects one row. */
export function RowCheck({ selection, id, name }: { selection: RowSelection; id: string; name: string }) {
  const tabIndex = useRowTabIndex();
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        data-row-control
        tabIndex={tabIndex}
        aria-label={DATA_TABLE_MESSAGES.selectRow(name)}
        checked={selection.ids.has(id)}
        // Not `disabled`, because the box would lose the focus whenever the list is sorted.
        aria-disabled={selection.isPaused}
        onChange={() => selection.isPaused || selection.onChange(toggled(selection.ids, id))}
      />
    </label>
  );
}

/** The number of selected rows on all pages, and a button that clears the selection. */
export function SelectionCount({ selection }: { selection: RowSelection }) {
  const isEmpty = selection.ids.size === 0;
  return (
    <p className={classes.count} data-empty={isEmpty || undefined}>
      {/* Always there: screen readers do not announce a status that appears together with its text. */}
      <span role="status">{isEmpty ? null : DATA_TABLE_MESSAGES.selected(selection.ids.size)}</span>
      {isEmpty ? null : (
        <button type="button" className={classes.clear} onClick={() => selection.onChange(new Set())}>
          {DATA_TABLE_MESSAGES.clearSelection}
        </button>
      )}
    </p>
  );
}

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
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {children}
    </a>
  );
}

/** An icon button for a row action. It uses the native tooltip, which costs nothing while scrolling. */
export function RowActionButton<Row>({ action, row }: { action: RowAction<Row>; row: Row }) {
  const tabIndex = useRowTabIndex();
  const label = action.label(row);
  const connection = useNeedsConnection();
  return (
    <button
      type="button"
      className={classes.action}
      data-row-control
      tabIndex={tabIndex}
      title={label}
      aria-label={label}
      onClick={() => action.run(row)}
      {...(action.needsConnection ? connection : null)}
    >
      <Icon name={action.icon} size={16} />
    </button>
  );
}
