/** UI text of the information card (ORD-11). */
export const INFO_CARD_MESSAGES = {
  more: 'Show more',
  less: 'Show less',
  none: '–',
} as const;
