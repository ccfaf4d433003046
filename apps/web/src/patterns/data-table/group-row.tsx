import { Icon } from '../icon.tsx';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import classes from './table-grid.module.css';
import type { TableItem } from './use-table-model.ts';

interface GroupRowProps {
  item: Extract<TableItem<unknown>, { kind: 'group' }>;
  index: number;
  span: number;
  isActive: boolean;
  /** The number of rows in the group, as text. */
  text: string;
  /** Whether to say that the count is for this page only, because the group may continue on another page. */
  isOnThisPage: boolean;
  onToggle: (key: string) => void;
  onFocus: (key: string) => void;
}

/** The heading of a group. A click collapses or expands it. */
export function GroupRow({ item, index, span, isActive, text, isOnThisPage, onToggle, onFocus }: GroupRowProps) {
  return (
    <tr className={classes.group} data-line={item.key} aria-rowindex={index + 2}>
      <td colSpan={span}>
        <button
          type="button"
          className={classes.toggle}
          data-row-control
          tabIndex={isActive ? 0 : -1}
          aria-expanded={item.isOpen}
          onClick={() => onToggle(item.key)}
          onFocus={() => onFocus(item.key)}
        >
          <Icon name="chevron" size={16} className={classes.chevron} />
          <span className={classes.groupTitle}>{item.title}</span>
          <span className={classes.groupCount}>{isOnThisPage ? DATA_TABLE_MESSAGES.onThisPage(text) : text}</span>
        </button>
      </td>
    </tr>
  );
}
