import {
  type MutateOptions,
  MutationObserver,
  type MutationOptions,
  type QueryClient,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Cart } from '@yardage/contract/carts';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { type CustomerKey, useCustomer } from '#web/lib/customer/customer-store.ts';
import { type Attempt, createAttempt } from '#web/lib/http/request-parts.ts';
import { putAnswer } from '#web/lib/query/put-answer.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { type ChosenBefore, cartQuery, putIntoCart, returnToCart, takeFromCart } from './carts.api.ts';
import { CARTS_MESSAGES } from './carts.messages.ts';

export const EMPTY_CART: Cart = {
  invoices: [],
  totalAmount: 0,
  totalDiscountAmount: 0,
  totalAmountWithDiscount: 0,
  credits: [],
  totalCreditAmount: 0,
  promisedCreditAmount: 0,
  amountToPay: 0,
};
const CART_SCOPE = 'cart';
const NO_NUMBERS: ReadonlySet<string> = new Set();

/** The selected customer's cart. It is not requested for users without the permission to pay (PAY-01). */
export function useCart() {
  const customer = useCustomer();
  const canPay = useHoldsAny([PERMISSIONS.INVOICES_PAY_INVOICES]);
  const query = useQuery({ ...cartQuery(customer), enabled: canPay });
  const numbers = useMemo(
    () => (query.data ? new Set(query.data.invoices.map(({ invoiceNumber }) => invoiceNumber)) : NO_NUMBERS),
    [query.data],
  );
  return { canPay, query, cart: query.data, numbers };
}

/** Adds invoices to the cart (PAY-07). */
export function useAddToCart() {
  return useCartChange('add');
}

/** Adds invoices to the cart, such as those of a failed payment, skipping those that cannot be paid. */
export function useReturnToCart() {
  return useCartChange('return');
}

/** Removes invoices from the cart (PAY-08). */
export function useRemoveFromCart() {
  return useCartChange('remove');
}

/** What each change of the cart calls, and the name of its message if that fails (PAY-07, PAY-08). */
export const CART_CHANGES = {
  add: { send: putIntoCart, failed: 'addFailed' },
  return: { send: returnToCart, failed: 'addFailed' },
  remove: { send: takeFromCart, failed: 'removeFailed' },
} as const;

function useCartChange(name: keyof typeof CART_CHANGES) {
  const queryClient = useQueryClient();
  const customer = useCustomer();
  const [attempt] = useState(createAttempt);
  const { send, failed } = CART_CHANGES[name];
  const { mutate, mutateAsync, ...mutation } = useMutation(cartChangeOptions(queryClient, send, attempt, CARTS_MESSAGES[failed]));
  return {
    ...mutation,
    mutate: useCallback(
      (invoiceNumbers: string[], callbacks?: MutateOptions<Cart, Error, CartChange>, chosen?: ChosenBefore): void =>
        mutate({ customer, invoiceNumbers, chosen }, callbacks),
      [mutate, customer],
    ),
    mutateAsync: (invoiceNumbers: string[]) => mutateAsync({ customer, invoiceNumbers }),
  };
}

/** A change of a cart. It names its customer, because another one may be selected before it is sent or answered. */
interface CartChange {
  customer: CustomerKey;
  invoiceNumbers: string[];
  chosen?: ChosenBefore | undefined;
}

/** Mutation options of a change: the answer replaces the cached cart of the customer that the change was made for. */
export function cartChangeOptions(
  queryClient: QueryClient,
  change: (customer: CustomerKey, invoiceNumbers: string[], attempt: Attempt, chosen?: ChosenBefore) => Promise<Cart>,
  attempt: Attempt,
  failureText: string,
): MutationOptions<Cart, Error, CartChange> {
  return changeOptions(
    queryClient,
    ({ customer, invoiceNumbers, chosen }) => change(customer, invoiceNumbers, attempt, chosen),
    failureText,
  );
}

/** Mutation options of any change whose response is the new cart. */
export function changeOptions<Change extends { customer: CustomerKey }>(
  queryClient: QueryClient,
  send: (made: Change) => Promise<Cart>,
  failureText: string,
): MutationOptions<Cart, Error, Change> {
  const keyOf = ({ customer }: Change) => cartQuery(customer).queryKey;
  return {
    // Changes run one at a time, so that the last response is also the newest cart.
    scope: { id: CART_SCOPE },
    mutationFn: send,
    meta: { failureText, prefersServerMessage: true },
    onMutate: (made) => queryClient.cancelQueries({ queryKey: keyOf(made) }),
    onSuccess: (cart, made) => putAnswer(queryClient, keyOf(made), cart),
    // The change may have been refused because an invoice was paid meanwhile, so refetch the cart.
    onError: (_error, made) => queryClient.invalidateQueries({ queryKey: keyOf(made) }),
  };
}

/**
 * Takes the invoices of a refused payment out of the cart (PAY-40). Queued like every other change of the cart, so that returning these
 * invoices runs after it. The user did not ask for it, so a failure shows no message; the cart is fetched again.
 */
export function takeRefusedOut(
  queryClient: QueryClient,
  customer: CustomerKey,
  invoiceNumbers: string[],
  send: Parameters<typeof cartChangeOptions>[1] = takeFromCart,
): void {
  const options = { ...cartChangeOptions(queryClient, send, createAttempt(), ''), meta: { isSilent: true } };
  new MutationObserver(queryClient, options).mutate({ customer, invoiceNumbers }).catch(() => undefined);
}

const isCartChange = ({ options }: { options: { scope?: { id: string } } }): boolean => options.scope?.id === CART_SCOPE;
/** Numbers of invoices and credits whose amount is being typed, with their fields. */
const typedAmounts = new Map<string, () => HTMLElement | null>();

/** Notes that an amount is being typed: what is typed is not part of the cart yet. */
export function useTypedAmount(number: string, isTyping: boolean, field: () => HTMLElement | null): void {
  const find = useEffectEvent(field);
  useEffect(() => {
    if (!isTyping) return;
    typedAmounts.set(number, () => find());
    return () => {
      typedAmounts.delete(number);
    };
  }, [number, isTyping]);
}

/**
 * Whether the cart is being changed, and whether the one that is shown can be paid: no change is under way and no amount is being typed.
 * `isSettled` puts the focus into such a field.
 */
export function useCartChanges(): { isChanging: boolean; isSettled: () => boolean } {
  const queryClient = useQueryClient();
  const isChanging = useIsMutating({ predicate: isCartChange }) > 0;
  const isSettled = useCallback((): boolean => {
    const [field] = typedAmounts.values();
    field?.()?.focus();
    return field === undefined && queryClient.isMutating({ predicate: isCartChange }) === 0;
  }, [queryClient]);
  return { isChanging, isSettled };
}

const isShown = createStore({ initial: false });

/** Opens or closes the cart popover in the header from anywhere, for example from Pay (INV-11). */
export const setIsCartOpen: (isOpen: boolean) => void = isShown.set;

/** Whether the cart popover is open. */
export function useIsCartOpen(): boolean {
  return useStore(isShown);
}
