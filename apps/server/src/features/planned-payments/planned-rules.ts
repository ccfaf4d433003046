/** Splits what is due, in its order, into what fits into an amount of cents and what is left out. Smaller ones may fit after a larger one. */
export function fitCaps<Item>(
  items: readonly Item[],
  roomCents: number,
  centsOf: (item: Item) => number,
): { fitting: Item[]; leftOut: Item[] } {
  const fitting: Item[] = [];
  const leftOut: Item[] = [];
  let left = roomCents;
  for (const item of items) {
    const cents = centsOf(item);
    if (cents > 0 && cents <= left) {
      fitting.push(item);
      left -= cents;
    } else leftOut.push(item);
  }
  return { fitting, leftOut };
}
