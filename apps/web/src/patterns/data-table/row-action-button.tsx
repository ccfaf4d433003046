import { Icon } from '../icon.tsx';
import classes from './row-action-button.module.css';
import { useRowTabIndex } from './row-tab-index.ts';
import type { RowAction } from './table-props.ts';

/** Something to do with a row, as an icon; its name shows on pointing at it, in the browser's own way, which costs nothing while scrolling. */
export function RowActionButton<Row>({ action, row }: { action: RowAction<Row>; row: Row }) {
  const tabIndex = useRowTabIndex();
  const label = action.label(row);
  return (
    <button
      type="button"
      className={classes.action}
      data-row-control
      tabIndex={tabIndex}
      title={label}
      aria-label={label}
      onClick={() => action.run(row)}
    >
      <Icon name={action.icon} size={16} />
    </button>
  );
}
