import { createContext, useContext } from 'react';

/** In the table only the link of one row is a tab stop, and the arrow keys reach the rest. In a card every control is a tab stop. */
export const RowTabIndex = createContext(0);

/** Returns the `tabIndex` for a control in a row. With `data-row-control` the arrow keys reach it too. */
export function useRowTabIndex(): number {
  return useContext(RowTabIndex);
}
