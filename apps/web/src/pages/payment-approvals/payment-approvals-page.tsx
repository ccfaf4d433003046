import { useQuery } from '@tanstack/react-query';
import { ApprovalsCard } from '#web/features/payments/components/payables/approvals-card.tsx';
import { LimitCard } from '#web/features/payments/components/payables/limit-card.tsx';
import classes from '#web/features/payments/components/payables/payables.module.css';
import { limitQuery, plannedQuery } from '#web/features/payments/payables.api.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';

/** Payment Approvals: the payments that wait for a second person, and the limit above which they do (APY-07). */
export function PaymentApprovalsPage() {
  const customer = useCustomer();
  return (
    <div className={classes.stack} key={customer.globalCustomerNumber}>
      <DetailState query={useQuery(plannedQuery(customer, 'open'))} skeletonLines={[4]}>
        {(plans) => <ApprovalsCard plans={plans.filter(({ state }) => state === 'waiting')} />}
      </DetailState>
      <DetailState query={useQuery(limitQuery(customer))} skeletonLines={[2]}>
        {(limit) => <LimitCard limit={limit} />}
      </DetailState>
    </div>
  );
}
