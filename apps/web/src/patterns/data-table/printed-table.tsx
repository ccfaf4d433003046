import type { RowData } from '@tanstack/react-table';
import { useIsPrinting } from '#web/lib/screen.ts';
import classes from './printed-table.module.css';
import { cellContent } from './table-column.ts';
import type { DataTableProps } from './table-props.ts';
import type { TableModel } from './use-table-model.ts';

interface PrintedTableProps<Row extends RowData> {
  options: DataTableProps<Row>;
  model: TableModel<Row>;
}

/** From this number of columns, words may break, so that the table is not wider than the paper. */
const CROWDED_FROM = 13;

/** All rows and columns for printing. The table on screen renders only visible rows and the columns that fit. */
export function PrintedTable<Row extends RowData>({ options, model }: PrintedTableProps<Row>) {
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  const columns = model.wantedColumns.filter(({ isControl }) => !isControl);
  return (
    <table className={classes.table} data-high data-crowded={columns.length >= CROWDED_FROM || undefined}>
      <thead>
        <tr>
          {columns.map(({ id, header, align }) => (
            <th key={id} scope="col" data-align={align}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {model.items.map((item) =>
          item.kind === 'group' ? (
            <tr key={item.key} className={classes.group}>
              <th scope="rowgroup" colSpan={columns.length}>
                {item.title} <span className={classes.count}>{options.countText(item.count)}</span>
              </th>
            </tr>
          ) : (
            <tr key={item.key}>
              {columns.map((column) => (
                <td key={column.id} data-align={column.align}>
                  {cellContent(column, item.row)}
                </td>
              ))}
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
