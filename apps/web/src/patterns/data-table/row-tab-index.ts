import { createContext, type MouseEvent, useContext } from 'react';

/** In the table only the link of one row is a tab stop, and the arrow keys reach the rest. In a card every control is a tab stop. */
export const RowTabIndex = createContext(0);

/** Returns the `tabIndex` for a control in a row. With `data-row-control` the arrow keys reach it too. */
export function useRowTabIndex(): number {
  return useContext(RowTabIndex);
}

/** Returns whether a click opens a link in this tab. With a modifier key or another button, the browser opens it elsewhere. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}
