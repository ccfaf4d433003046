import { useQuery } from '@tanstack/react-query';
import type { PlannedView } from '@yardage/contract/lists';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { AutopayCard } from '#web/features/payments/components/payables/autopay-card.tsx';
import classes from '#web/features/payments/components/payables/payables.module.css';
import { PlannedCard } from '#web/features/payments/components/payables/planned-card.tsx';
import { autopayQuery, plannedQuery, savedMethodsQuery, usePlannedCount } from '#web/features/payments/payables.api.ts';
import { PAYABLES_MESSAGES as MESSAGES } from '#web/features/payments/payables.messages.ts';
import { useAccess } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';

/**
 * Scheduled Payments: what will be paid when, the rules of autopay, and what became of earlier ones (APY-06). Users who may only pay find
 * there what they asked approval for (APY-07).
 */
export function ScheduledPaymentsPage() {
  const customer = useCustomer();
  const { permissions } = useAccess();
  return (
    <div className={classes.stack} key={customer.globalCustomerNumber}>
      <p className={classes.context}>{MESSAGES.plannedContext}</p>
      <Planned view="open" />
      {permissions.has(PERMISSIONS.PAYMENTS_SCHEDULE) ? <Autopay /> : null}
      <Planned view="past" />
    </div>
  );
}

function Planned({ view }: { view: PlannedView }) {
  const customer = useCustomer();
  const query = useQuery(plannedQuery(customer, view));
  const count = usePlannedCount(view, query.data);
  return (
    <DetailState query={query} skeletonLines={[4]}>
      {(plans) => <PlannedCard plans={plans} view={view} count={count} />}
    </DetailState>
  );
}

/** The rules, and the methods that a rule can use. Neither is shown before both are known: without methods no rule can be added. */
function Autopay() {
  const customer = useCustomer();
  const mayUseMethods = useAccess().permissions.has(PERMISSIONS.PAYMENTS_SAVED_METHODS);
  const methods = useQuery({ ...savedMethodsQuery(customer), enabled: mayUseMethods });
  const query = useQuery(autopayQuery(customer));
  return (
    <DetailState query={query} skeletonLines={[3]}>
      {(rules) =>
        mayUseMethods ? (
          <DetailState query={methods} skeletonLines={[3]}>
            {(known) => <AutopayCard rules={rules} methods={known} />}
          </DetailState>
        ) : (
          <AutopayCard rules={rules} methods={null} />
        )
      }
    </DetailState>
  );
}
