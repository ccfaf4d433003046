import { queryOptions } from '@tanstack/react-query';
import { getCartPayment, type PaymentOutcome } from '@yardage/contract/payments';
import { PENDING_CODE } from '@yardage/domain/payment-status';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { whileLive } from '#web/lib/query/while-live.ts';
import { PAYMENTS_MESSAGES } from '../payments.messages.ts';

/** Banks take from seconds to days, so poll often at first and less often later. */
const SOON_MS = 2000;
const LATER_MS = 15_000;
const ASKED_SOON = 30;

const isPending = ({ status }: PaymentOutcome): boolean => status === PENDING_CODE;

/** Loads one payment (RES-05) and polls it while it is pending. If its outcome is passed as `known`, failed requests show no toast. */
export function livePaymentQuery(customer: CustomerKey, cartId: string, known?: PaymentOutcome) {
  return queryOptions({
    ...endpointQuery(
      getCartPayment,
      ofCustomer(customer, { cartId }),
      known ? { isSilent: true } : { failureText: PAYMENTS_MESSAGES.listFailed },
    ),
    ...(known && { initialData: known, initialDataUpdatedAt: 0, staleTime: 0 }),
    refetchInterval: (query) => {
      const { dataUpdateCount, errorUpdateCount } = query.state;
      return whileLive(isPending, dataUpdateCount + errorUpdateCount < ASKED_SOON ? SOON_MS : LATER_MS)(query);
    },
  });
}
