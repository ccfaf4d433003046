import { useQuery } from '@tanstack/react-query';
import { MethodsCard } from '#web/features/payments/components/payables/methods-card.tsx';
import classes from '#web/features/payments/components/payables/payables.module.css';
import { savedMethodsQuery } from '#web/features/payments/payables.api.ts';
import { PAYABLES_MESSAGES as MESSAGES } from '#web/features/payments/payables.messages.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';

/** Payment Methods: the saved cards and bank accounts of the selected customer (APY-05). */
export function PaymentMethodsPage() {
  const customer = useCustomer();
  return (
    <div className={classes.stack}>
      <p className={classes.context}>{MESSAGES.methodsContext}</p>
      <DetailState key={customer.globalCustomerNumber} query={useQuery(savedMethodsQuery(customer))} skeletonLines={[4]}>
        {(methods) => <MethodsCard methods={methods} />}
      </DetailState>
    </div>
  );
}
