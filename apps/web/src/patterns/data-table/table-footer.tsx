import { PAGE_SIZES } from '@yardage/contract/lists';
import { formatNumber } from '@yardage/domain/quantities';
import { useId } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import classes from './table-footer.module.css';
import type { TableState } from './table-params.ts';
import type { Paged } from './table-props.ts';

interface TableFooterProps {
  data: Paged<unknown>;
  state: TableState;
  onStateChange: (change: Partial<TableState>) => void;
}

/** The range of rows, the number of rows per page (TBL-05) and the page buttons. */
export function TableFooter({ data, state, onStateChange }: TableFooterProps) {
  const sizeId = useId();
  const first = (data.pageIndex - 1) * data.pageSize + 1;
  const last = first + data.items.length - 1;
  const total = Math.max(1, data.totalPages);
  const isCounted = data.isTotalExact !== false;
  return (
    <nav className={classes.footer} aria-label={DATA_TABLE_MESSAGES.pages}>
      <div className={classes.size}>
        <label htmlFor={sizeId}>{DATA_TABLE_MESSAGES.rowsPerPage}</label>
        <span className={classes.choice}>
          <select
            id={sizeId}
            className={classes.select}
            value={state.size}
            onChange={(event) => onStateChange({ size: Number(event.currentTarget.value), page: 1 })}
          >
            {PAGE_SIZES.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
          <Icon name="chevron" size={16} />
        </span>
      </div>
      <p className={classes.range}>
        {data.items.length > 0 ? DATA_TABLE_MESSAGES.range(formatNumber(first), formatNumber(last), formatTotal(data)) : null}
        {isCounted ? null : (
          <button type="button" className={classes.exact} onClick={() => onStateChange({ exact: true })}>
            {DATA_TABLE_MESSAGES.countExactly}
          </button>
        )}
      </p>
      <div className={classes.pages} data-single={total === 1 || undefined}>
        <PageButton icon="first" label={DATA_TABLE_MESSAGES.firstPage} page={1} current={state.page} total={total} onGo={onStateChange} />
        <PageButton
          icon="previous"
          label={DATA_TABLE_MESSAGES.previousPage}
          page={state.page - 1}
          current={state.page}
          total={total}
          onGo={onStateChange}
        />
        <p className={classes.page} aria-live="polite">
          {DATA_TABLE_MESSAGES.pageOf(formatNumber(Math.min(state.page, total)), orMore(formatNumber(total), isCounted))}
        </p>
        <PageButton
          icon="next"
          label={DATA_TABLE_MESSAGES.nextPage}
          page={state.page + 1}
          current={state.page}
          // A page follows the last known one until all rows are counted.
          total={isCounted ? total : total + 1}
          onGo={onStateChange}
        />
        <PageButton
          icon="last"
          label={DATA_TABLE_MESSAGES.lastPage}
          page={total}
          current={isCounted ? state.page : total}
          total={total}
          onGo={onStateChange}
        />
      </div>
    </nav>
  );
}

/** Returns '10,000+' where the server stopped counting. */
function formatTotal({ totalCount, isTotalExact }: Paged<unknown>): string {
  return orMore(formatNumber(totalCount), isTotalExact !== false);
}

function orMore(count: string, isExact: boolean): string {
  return isExact ? count : DATA_TABLE_MESSAGES.moreThan(count);
}

interface PageButtonProps {
  icon: IconName;
  label: string;
  page: number;
  current: number;
  total: number;
  onGo: (change: Partial<TableState>) => void;
}

function PageButton({ icon, label, page, current, total, onGo }: PageButtonProps) {
  const canGo = page >= 1 && page <= total && page !== current;
  return (
    // Not `disabled`, because a disabled button loses the focus when the user reaches the last page.
    <button type="button" className={classes.button} aria-label={label} aria-disabled={!canGo} onClick={() => canGo && onGo({ page })}>
      <Icon name={icon} size={16} />
    </button>
  );
}
