import { Menu } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import { Icon } from '../icon.tsx';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import classes from './table-toolbar.module.css';
import type { TableModel } from './use-table-model.ts';

/** Menu that shows and hides columns. The first column cannot be hidden. */
export function ColumnsMenu<Row extends RowData>({ model }: { model: TableModel<Row> }) {
  const { table, isLayoutChanged, resetLayout } = model;
  const grouped = new Set(table.state.grouping);
  const columns = table.getAllLeafColumns().filter((column) => column.getCanHide() && !grouped.has(column.id));
  return (
    <Menu position="bottom-end" width={240} transitionProps={{ duration: 100 }} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={classes.tool}>
          <Icon name="columns" size={16} />
          {DATA_TABLE_MESSAGES.columns}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {columns.map((column) => (
          <Menu.CheckboxItem key={column.id} checked={column.getIsVisible()} onChange={(isShown) => column.toggleVisibility(isShown)}>
            {String(column.columnDef.header)}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={!isLayoutChanged} onClick={resetLayout}>
          {DATA_TABLE_MESSAGES.resetColumns}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
