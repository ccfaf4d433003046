import { useId } from 'react';
import { Icon } from '../icon.tsx';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import type { TableColumn } from './table-column.ts';
import type { TableState } from './table-params.ts';
import classes from './table-toolbar.module.css';

interface SortPickerProps<Row> {
  columns: readonly TableColumn<Row>[];
  state: TableState;
  onStateChange: (change: Partial<TableState>) => void;
}

/** Selects the sort order where there are no column headings, on phones. */
export function SortPicker<Row>({ columns, state, onStateChange }: SortPickerProps<Row>) {
  const selectId = useId();
  const sortable = columns.filter(({ sortKey }) => sortKey !== undefined);
  const choose = (sortKey: string): void => {
    const column = sortable.find((candidate) => candidate.sortKey === sortKey);
    onStateChange({ sort: sortKey, desc: column?.isDescFirst ?? false, page: 1 });
  };
  return (
    <div className={classes.sort}>
      <label htmlFor={selectId}>{DATA_TABLE_MESSAGES.sortBy}</label>
      <span className={classes.choice}>
        <select id={selectId} className={classes.select} value={state.sort} onChange={(event) => choose(event.currentTarget.value)}>
          {sortable.map(({ sortKey, header }) => (
            <option key={sortKey} value={sortKey}>
              {header}
            </option>
          ))}
        </select>
        <Icon name="chevron" size={16} className={classes.arrow} />
      </span>
      <button
        type="button"
        className={classes.tool}
        aria-label={state.desc ? DATA_TABLE_MESSAGES.descending : DATA_TABLE_MESSAGES.ascending}
        onClick={() => onStateChange({ sort: state.sort, desc: !state.desc, page: 1 })}
      >
        <Icon name={state.desc ? 'descending' : 'ascending'} />
      </button>
    </div>
  );
}
