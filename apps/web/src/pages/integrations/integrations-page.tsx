import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CUSTOMER_EVENT_TYPES } from '@yardage/contract/events';
import { API_KEY_PERMISSIONS } from '@yardage/contract/integrations';
import { canSeePrices } from '@yardage/contract/permissions';
import { useMemo } from 'react';
import classes from '#web/features/integrations/components/integrations.module.css';
import { KeysCard } from '#web/features/integrations/components/keys-card.tsx';
import { WebhooksCard } from '#web/features/integrations/components/webhooks-card.tsx';
import { customerKeys, customerKeysQuery, customerWebhooks, customerWebhooksQuery } from '#web/features/integrations/integrations.api.ts';
import { INTEGRATION_KEYS_MESSAGES, INTEGRATIONS_MESSAGES as MESSAGES } from '#web/features/integrations/integrations.messages.ts';
import { useAccess } from '#web/lib/access/access.ts';
import { type CustomerKey, useCustomer } from '#web/lib/customer/customer-store.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';

/** Integrations: the keys and webhooks of the selected customer's own systems (EVT-05). */
export function IntegrationsPage() {
  const customer = useCustomer();
  return (
    <div className={classes.stack}>
      <header className={classes.head}>
        <p className={classes.context}>{MESSAGES.customerContext}</p>
        <Anchor href="/docs">{MESSAGES.docs}</Anchor>
      </header>
      <Connections key={customer.globalCustomerNumber} customer={customer} />
    </div>
  );
}

function Connections({ customer }: { customer: CustomerKey }) {
  const { permissions } = useAccess();
  const keys = useMemo(() => customerKeys(customer), [customer]);
  const webhooks = useMemo(() => customerWebhooks(customer), [customer]);
  // Nobody can give a key more than they may see themselves.
  const grantable = API_KEY_PERMISSIONS.filter((code) => permissions.has(code)).map((code) => ({
    value: code,
    label: INTEGRATION_KEYS_MESSAGES.permissionNames[code],
  }));
  return (
    <>
      <DetailState query={useQuery(customerKeysQuery(customer))} skeletonLines={[4]}>
        {(rows) => <KeysCard keys={rows} calls={keys} options={{ permissions: grantable }} />}
      </DetailState>
      <DetailState query={useQuery(customerWebhooksQuery(customer))} skeletonLines={[4]}>
        {(rows) => (
          <WebhooksCard
            webhooks={rows}
            calls={webhooks}
            options={{ types: CUSTOMER_EVENT_TYPES, canHidePrices: canSeePrices(permissions) }}
          />
        )}
      </DetailState>
    </>
  );
}
