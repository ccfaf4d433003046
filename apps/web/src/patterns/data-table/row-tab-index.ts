import { createContext, useContext } from 'react';

/** Of all rows only one can be reached with Tab; the arrow keys go on from there. */
export const RowTabIndex = createContext(0);

/** The `tabIndex` of a control inside a row; with `data-row-control` the arrow keys reach it too. */
export function useRowTabIndex(): number {
  return useContext(RowTabIndex);
}
