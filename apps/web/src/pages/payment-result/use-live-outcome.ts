import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listInvoices } from '@yardage/contract/invoices';
import { listCartHistory, type PaymentOutcome } from '@yardage/contract/payments';
import { PENDING_CODE } from '@yardage/domain/payment-status';
import { useEffect } from 'react';
import { keepPaymentResult } from '#web/features/payments/payment-result.ts';
import { livePaymentQuery } from '#web/features/payments/payments.api.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';

/** Returns the current outcome. A pending payment is polled until it ends; then the lists are invalidated. */
export function useLiveOutcome(known: PaymentOutcome): PaymentOutcome {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const isPending = known.status === PENDING_CODE;
  const { data } = useQuery({ ...livePaymentQuery(customer, known.cartData.cartId, known), enabled: isPending });
  const outcome = isPending ? (data ?? known) : known;
  useEffect(() => {
    if (outcome.status === known.status) return;
    keepPaymentResult(customer, outcome);
    for (const { id } of [listInvoices, listCartHistory]) void queryClient.invalidateQueries({ queryKey: [id] });
  }, [outcome, known, customer, queryClient]);
  return outcome;
}
