import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { accountSubject } from '#web/lib/session/stored-user.ts';
import type { PaymentValues } from './payment-form.ts';

/** Who pays, and where the bill goes. Numbers of cards and accounts are never among them. */
const PAYER_FIELDS = ['cardHolderName', 'avsName', 'street', 'city', 'state', 'zipCode', 'country'] as const;
export type Payer = Pick<PaymentValues, (typeof PAYER_FIELDS)[number]>;

/**
 * What was sent last, by user and customer, in memory only: after a declined card only the card is typed again. A reload forgets it.
 */
const kept = new Map<string, Payer>();
const keyOf = ({ globalCustomerNumber }: CustomerKey): string => `${accountSubject() ?? ''} ${globalCustomerNumber}`;

/** Returns the payer that the user sent last for a customer. Empty fields are left out, because they may be known from elsewhere. */
export function keptPayer(customer: CustomerKey): Partial<Payer> {
  return Object.fromEntries(Object.entries(kept.get(keyOf(customer)) ?? {}).filter(([, value]) => value !== ''));
}

/** Keeps the payer of a form that is sent. */
export function keepPayer(customer: CustomerKey, values: PaymentValues): void {
  const payer = Object.fromEntries(PAYER_FIELDS.map((field) => [field, values[field]]));
  kept.set(keyOf(customer), payer as unknown as Payer);
}
