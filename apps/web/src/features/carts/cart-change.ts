import type { MutationOptions, QueryClient } from '@tanstack/react-query';
import type { Cart } from '@yardage/contract/carts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { cartQuery } from './carts.api.ts';

/** A change of a cart. It names its customer, because another one may be selected before it is sent or answered. */
export interface CartChange {
  customer: CustomerKey;
  invoiceNumbers: string[];
}

/** Mutation options of a change: the answer replaces the cached cart of the customer that the change was made for. */
export function cartChangeOptions(
  queryClient: QueryClient,
  change: (customer: CustomerKey, invoiceNumbers: string[], attempt: Attempt) => Promise<Cart>,
  attempt: Attempt,
  failureText: string,
): MutationOptions<Cart, Error, CartChange> {
  const keyOf = ({ customer }: CartChange) => cartQuery(customer).queryKey;
  return {
    // Changes run one at a time, so that the last response is also the newest cart.
    scope: { id: 'cart' },
    mutationFn: ({ customer, invoiceNumbers }) => change(customer, invoiceNumbers, attempt),
    meta: { failureText, prefersServerMessage: true },
    onMutate: (made) => queryClient.cancelQueries({ queryKey: keyOf(made) }),
    onSuccess: (cart, made) => queryClient.setQueryData(keyOf(made), cart),
    // The change may have been refused because an invoice was paid meanwhile, so refetch the cart.
    onError: (_error, made) => queryClient.invalidateQueries({ queryKey: keyOf(made) }),
  };
}
