/** Answers about payments that need a person. */
export const DESK_PAYMENTS_MESSAGES = {
  unreachable: 'The payment processor does not answer. Please try again later.',
  neverSent: (cartId: string) => `The payment ${cartId} was never sent to the processor, so it knows nothing about it.`,
} as const;
