import { useQueryClient } from '@tanstack/react-query';
import { listInvoices } from '@yardage/contract/invoices';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { missingFrom } from './carts.api.ts';
import { CARTS_MESSAGES as MESSAGES } from './carts.messages.ts';
import { useReturnToCart } from './use-cart.ts';

/**
 * Adds those of several invoices that can be paid, and says which could not: a colleague may have paid one since it was listed, and it
 * must not hold up the others.
 */
export function useAddSeveral() {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useReturnToCart();
  const add = (numbers: string[], onAdded: () => void): void =>
    mutate(numbers, {
      onSuccess: (cart) => {
        const missing = missingFrom(cart, numbers);
        const count = numbers.length - missing.length;
        if (missing.length === 0) toasts.show({ kind: 'success', title: MESSAGES.added(count) });
        else {
          const title = count === 0 ? MESSAGES.addFailed : MESSAGES.added(count);
          toasts.show({ kind: 'destructive', title, message: MESSAGES.notPutBackHint(missing.join(', ')) });
          void queryClient.invalidateQueries({ queryKey: [listInvoices.id] });
        }
        onAdded();
      },
    });
  return { add, isPending };
}
