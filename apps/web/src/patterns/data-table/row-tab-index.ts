import { createContext, useContext } from 'react';

/** Only one row can be reached with Tab. The arrow keys move between rows. */
export const RowTabIndex = createContext(0);

/** Returns the `tabIndex` for a control in a row. With `data-row-control` the arrow keys reach it too. */
export function useRowTabIndex(): number {
  return useContext(RowTabIndex);
}
