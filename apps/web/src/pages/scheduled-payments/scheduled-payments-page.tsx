import { useQuery } from '@tanstack/react-query';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { AutopayCard } from '#web/features/payments/components/payables/autopay-card.tsx';
import classes from '#web/features/payments/components/payables/payables.module.css';
import { PlannedCard } from '#web/features/payments/components/payables/planned-card.tsx';
import { autopayQuery, plannedQuery, savedMethodsQuery } from '#web/features/payments/payables.api.ts';
import { PAYABLES_MESSAGES as MESSAGES } from '#web/features/payments/payables.messages.ts';
import { useAccess } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';

/** Scheduled Payments: what will be paid when, the rules of autopay, and what became of earlier ones (APY-06). */
export function ScheduledPaymentsPage() {
  const customer = useCustomer();
  const mayUseMethods = useAccess().permissions.has(PERMISSIONS.PAYMENTS_SAVED_METHODS);
  const methods = useQuery({ ...savedMethodsQuery(customer), enabled: mayUseMethods });
  return (
    <div className={classes.stack} key={customer.globalCustomerNumber}>
      <p className={classes.context}>{MESSAGES.plannedContext}</p>
      <DetailState query={useQuery(plannedQuery(customer, 'open'))} skeletonLines={[4]}>
        {(plans) => <PlannedCard plans={plans} view="open" />}
      </DetailState>
      <DetailState query={useQuery(autopayQuery(customer))} skeletonLines={[3]}>
        {(rules) => <AutopayCard rules={rules} methods={methods.data ?? []} />}
      </DetailState>
      <DetailState query={useQuery(plannedQuery(customer, 'past'))} skeletonLines={[4]}>
        {(plans) => <PlannedCard plans={plans} view="past" />}
      </DetailState>
    </div>
  );
}
