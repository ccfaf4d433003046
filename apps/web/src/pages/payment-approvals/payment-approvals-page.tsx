import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '@yardage/domain/quantities';
import { ApprovalsCard } from '#web/features/payments/components/payables/approvals-card.tsx';
import { LimitCard } from '#web/features/payments/components/payables/limit-card.tsx';
import classes from '#web/features/payments/components/payables/payables.module.css';
import { limitQuery, plannedQuery, usePlannedCount } from '#web/features/payments/payables.api.ts';
import { PAYABLES_MESSAGES as MESSAGES } from '#web/features/payments/payables.messages.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';

/** Payment Approvals: the payments that wait for a second person, and the limit above which they do (APY-07). */
export function PaymentApprovalsPage() {
  const customer = useCustomer();
  const query = useQuery(plannedQuery(customer, 'open'));
  const count = usePlannedCount('open', query.data);
  return (
    <div className={classes.stack} key={customer.globalCustomerNumber}>
      <DetailState query={query} skeletonLines={[4]}>
        {(plans) => (
          <>
            <ApprovalsCard plans={plans.filter(({ state }) => state === 'waiting')} />
            {count !== undefined && count > plans.length ? (
              <p className={classes.context}>{MESSAGES.approvalsAmong(formatNumber(plans.length), formatNumber(count))}</p>
            ) : null}
          </>
        )}
      </DetailState>
      <DetailState query={useQuery(limitQuery(customer))} skeletonLines={[2]}>
        {(limit) => <LimitCard limit={limit} />}
      </DetailState>
    </div>
  );
}
