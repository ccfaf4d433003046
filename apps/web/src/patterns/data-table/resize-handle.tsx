import type { KeyboardEvent, MouseEvent, TouchEvent } from 'react';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import { MAX_COLUMN_SIZE, MIN_COLUMN_SIZE } from './table-column.ts';
import classes from './table-head.module.css';

const STEP_PX = 10;
const BIG_STEP_PX = 50;

interface ResizeHandleProps {
  column: string;
  size: number;
  isResizing: boolean;
  /** Starts a drag. */
  onGrab: ((event: MouseEvent | TouchEvent) => void) | undefined;
  /** Undefined restores the declared width. */
  onResize: (size: number | undefined) => void;
}

/** A column's right edge. Drag it or use the arrow keys; a double click or Enter restores the declared width (TBL-02). */
export function ResizeHandle({ column, size, isResizing, onGrab, onResize }: ResizeHandleProps) {
  const move = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? BIG_STEP_PX : STEP_PX;
    const sizes: Record<string, number | undefined> = {
      ArrowLeft: size - step,
      ArrowRight: size + step,
      Home: MIN_COLUMN_SIZE,
      End: MAX_COLUMN_SIZE,
      Enter: undefined,
    };
    if (!(event.key in sizes)) return;
    event.preventDefault();
    onResize(sizes[event.key]);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> is static; this separator can be moved
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={DATA_TABLE_MESSAGES.resize(column)}
      aria-valuemin={MIN_COLUMN_SIZE}
      aria-valuemax={MAX_COLUMN_SIZE}
      aria-valuenow={size}
      aria-valuetext={DATA_TABLE_MESSAGES.size(size)}
      tabIndex={0}
      className={classes.handle}
      data-resizing={isResizing || undefined}
      onMouseDown={onGrab}
      onTouchStart={onGrab}
      onDoubleClick={() => onResize(undefined)}
      onKeyDown={move}
    />
  );
}
