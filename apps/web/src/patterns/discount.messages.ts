/** How a discount is told wherever one stands: list, cart and panel. */
export const DISCOUNT_WORDS = {
  until: (day: string) => `by ${day}`,
  /** Where no head says what it is. */
  line: (discount: string, day: string) => `Discount ${discount} by ${day}`,
} as const;
