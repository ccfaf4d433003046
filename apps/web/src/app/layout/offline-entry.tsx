import { useQueryClient } from '@tanstack/react-query';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useEffect } from 'react';
import { resumeChats } from '#web/features/chat/resume-chats.ts';
import { refreshSigned, signOffOutbox } from '#web/features/tickets/sign-offs.api.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomers } from '#web/lib/customer/customer-store.ts';
import { logFailure } from '#web/lib/log.ts';
import { watchAppUpdates } from '#web/lib/offline/app-updates.ts';
import { isOffline, onConnectionChange } from '#web/lib/offline/connection.ts';
import { forgetWithdrawn } from '#web/lib/offline/kept-reads.ts';
import { endedSession } from '#web/lib/session/ended-session.ts';
import { useStore } from '#web/lib/store.ts';

/** What the portal does for times without a connection. Loaded after the page, and shows nothing itself. */
export function OfflineEntry() {
  const { list } = useCustomers();
  const client = useQueryClient();
  const canChat = useHoldsAny([PERMISSIONS.DISPATCHER_CHAT_VIEW]);
  // Nothing can be sent until the user has signed in again.
  const isEnded = useStore(endedSession) !== null;
  const canSign = useHoldsAny([PERMISSIONS.TICKETS_SIGN]);

  useEffect(() => void watchAppUpdates(), []);

  useEffect(() => {
    if (list) forgetWithdrawn(list).catch((cause: unknown) => logFailure('Withdrawn data could not be removed.', cause));
  }, [list]);

  useEffect(() => {
    if (canChat && !isEnded) resumeChats().catch((cause: unknown) => logFailure('Unsent messages could not be read.', cause));
  }, [canChat, isEnded]);

  useEffect(() => (canSign ? signOffOutbox.start(() => void refreshSigned(client)) : undefined), [canSign, client]);

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
