import { Icon } from '../icon.tsx';
import classes from './row-action-button.module.css';
import { useRowTabIndex } from './row-tab-index.ts';
import type { RowAction } from './table-props.ts';

/** An icon button for a row action. It uses the native tooltip, which costs nothing while scrolling. */
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
