/** Why a record was refused, for the operators of the supplier's systems. */
export const SUPPLY_MESSAGES = {
  otherContent: 'Another version with this updatedAt is stored. Send the newer one with a later updatedAt.',
  repeated: (what: string) => `Another record has this ${what}.`,
  otherCustomersQuote: 'The quote belongs to another customer.',
  otherCustomersOrder: 'The order belongs to another customer.',
  otherCustomersTickets: 'The order has tickets or an invoice. It stays with its customer.',
  otherSourcesProduct: 'The product is not of this material.',
  staffAddress: 'The address belongs to a person of the supplier.',
  invoicedTicket: 'The ticket is invoiced. Send a credit, or a corrected invoice with these lines.',
  amountOff: (amount: string) => `Quantity times price is ${amount}.`,
  stepsOutOfOrder: 'The times of a load follow each other: ticketed, loading, leaving, arrived, pouring, finished, left.',
  unexpected: 'The record contradicts what is stored.',
  waitsFor: (what: string) => `Waits for ${what}.`,
} as const;
