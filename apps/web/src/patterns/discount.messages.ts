/** UI text of discounts in the list, cart and panel. */
export const DISCOUNT_MESSAGES = {
  until: (day: string) => `by ${day}`,
  /** For places without a heading 'Discount'. */
  line: (discount: string, day: string) => `Discount ${discount} by ${day}`,
} as const;
