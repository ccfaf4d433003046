import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { listInvoices } from '@yardage/contract/invoices';
import { listCartHistory, type PaymentMethod, type PaymentOutcome } from '@yardage/contract/payments';
import { takeFromCart } from '#web/features/carts/api/remove-from-cart.ts';
import { EMPTY_CART, useCart, useSetCart } from '#web/features/carts/use-cart.ts';
import { type PaymentValues, paymentRequestOf } from '#web/features/payments/payment-form.ts';
import { forgetPaymentResult, keepPaymentResult } from '#web/features/payments/payment-result.ts';
import { usePayment } from '#web/features/payments/use-payment.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';

/** Pays the cart and goes on from there (PAY-39 to PAY-41). */
export function useCheckout() {
  const customer = useCustomer();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { cart, query } = useCart();
  const setCart = useSetCart();

  const finish = async (outcome: PaymentOutcome): Promise<void> => {
    keepPaymentResult(customer, outcome);
    // Cleared here and for the customer, whatever the answer was (PAY-40); what the server has taken out already is passed over.
    setCart(EMPTY_CART);
    const numbers = outcome.metadata.invoices.map(({ invoiceNumber }) => invoiceNumber);
    void takeFromCart(customer, numbers)
      .then(setCart)
      .catch(() => query.refetch());
    for (const { id } of [listInvoices, listCartHistory]) void queryClient.invalidateQueries({ queryKey: [id] });
    await navigate({ to: '/invoices/payment', replace: true });
  };

  const payment = usePayment({
    onOutcome: (outcome) => void finish(outcome),
    onCartChanged: setCart,
    onFailed: () => {
      // What an earlier payment answered is not this one's result.
      void forgetPaymentResult();
      // It may have been paid although no answer came: the cart tells.
      void query.refetch();
    },
  });
  const { hitch } = payment;
  // New figures are told of the cart that has them; with an invoice removed since then they are old ones.
  const isOutdated = hitch?.kind === 'changed' && cart?.totalAmountWithDiscount !== hitch.after;
  return {
    cart,
    query,
    isPaying: payment.isPaying,
    hitch: isOutdated ? null : hitch,
    pay: (method: PaymentMethod, values: PaymentValues): void => {
      if (cart) payment.pay(paymentRequestOf(values, method, cart, customer));
    },
  };
}
