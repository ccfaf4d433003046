/** Returns `aria-colindex` of the visible columns: their places among all columns, which leaves gaps for those that do not fit. */
export function columnNumbers(visible: readonly { id: string }[], wanted: readonly { id: string }[], hasCheck: boolean): number[] {
  return visible.map(({ id }) => wanted.findIndex((column) => column.id === id) + (hasCheck ? 2 : 1));
}

/** Returns `aria-colindex` of the actions, which come last. */
export function actionsNumber(wanted: readonly unknown[], hasCheck: boolean): number {
  return wanted.length + (hasCheck ? 2 : 1);
}
