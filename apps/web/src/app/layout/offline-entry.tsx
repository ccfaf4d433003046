import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { renewNotifications } from '#web/features/alerts/alerts.api.ts';
import { forgetCartCopies } from '#web/features/carts/cart-copy.ts';
import { resumeChats } from '#web/features/chat/resume-chats.ts';
import { forgetPaymentResults } from '#web/features/payments/payment-result.ts';
import { noteTicketsChanged, refreshSigned, signOffOutbox } from '#web/features/tickets/sign-offs.api.ts';
import { forgetRemembered, isSameCustomer, rememberedCustomer, useCustomers } from '#web/lib/customer/customer-store.ts';
import { forgetFirstReads } from '#web/lib/http/early-calls.ts';
import { useHubEvent } from '#web/lib/hub/hub.ts';
import { logFailure } from '#web/lib/log.ts';
import { watchAppUpdates } from '#web/lib/offline/app-updates.ts';
import { isOffline, onConnectionChange } from '#web/lib/offline/connection.ts';
import { forgetWithdrawn } from '#web/lib/offline/kept-reads.ts';
import { forgetCustomersExcept } from '#web/lib/query/forget-customers.ts';
import { endedSession } from '#web/lib/session/ended-session.ts';
import { currentView } from '#web/lib/session/view-as.ts';
import { useStore } from '#web/lib/store.ts';

/** What the portal does for times without a connection. Loaded after the page, and shows nothing itself. */
export function OfflineEntry() {
  const { list } = useCustomers();
  const client = useQueryClient();
  // What waits belongs to the user and names its account, so the selected one does not matter: the server judges each entry. Nothing can
  // be sent until the user has signed in again, and nothing of staff who view the portal as somebody else.
  const canSend = useStore(endedSession) === null && currentView() === null;

  useEffect(() => void watchAppUpdates(), []);

  useEffect(() => {
    if (!list) return;
    // The user may have lost an account, or may be a member of staff who signed in after somebody else.
    const remembered = rememberedCustomer();
    if (list.length === 0 || (remembered && !list.some((entry) => isSameCustomer(entry, remembered)))) {
      forgetRemembered();
      forgetFirstReads();
    }
    forgetCartCopies(list);
    forgetPaymentResults(list);
    forgetCustomersExcept(client, list);
    forgetWithdrawn(list).catch((cause: unknown) => logFailure('Withdrawn data could not be removed.', cause));
  }, [client, list]);

  useEffect(() => {
    if (canSend) resumeChats().catch((cause: unknown) => logFailure('Unsent messages could not be read.', cause));
  }, [canSend]);

  useEffect(() => {
    if (canSend)
      renewNotifications().catch((cause: unknown) => logFailure('The notifications of this browser could not be renewed.', cause));
  }, [canSend]);

  useEffect(() => (canSend ? signOffOutbox.start(() => void refreshSigned(client)) : undefined), [canSend, client]);

  useHubEvent('RecordsChanged', ({ resource, ids }) => {
    if (canSend && resource === 'tickets') noteTicketsChanged(ids);
  });

  // The browser's own event covers only connections that it noticed to be lost.
  useEffect(
    () =>
      onConnectionChange(() => {
        if (!isOffline()) void client.invalidateQueries();
      }),
    [client],
  );
  return null;
}
