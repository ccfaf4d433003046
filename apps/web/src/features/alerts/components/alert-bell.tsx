import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { refetchChanged, useHubConnection, useHubEvent } from '#web/lib/hub/hub.ts';
import { usePortalLink } from '#web/lib/navigation/page-links.ts';
import { isPlainClick } from '#web/patterns/data-table/row-tab-index.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { INBOX_READS, unreadQuery } from '../alerts.api.ts';
import { ALERTS_MESSAGES as MESSAGES } from '../alerts.messages.ts';
import classes from './alerts.module.css';

/** How long the first count waits for the live connection. */
const CONNECTED_WITHIN_MS = 4000;

/**
 * Returns whether to load the count. It waits for the live connection: a count from before would have to be loaded again once connected,
 * because it would miss alerts in between.
 */
function useIsCounted(): boolean {
  const isConnected = useHubConnection() === 'connected';
  const [isCounted, setIsCounted] = useState(isConnected);
  useEffect(() => {
    const timer = setTimeout(() => setIsCounted(true), isConnected ? 0 : CONNECTED_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [isConnected]);
  return isCounted;
}

/** The bell in the header with the number of unread alerts, live. It leads to the inbox (ALR-02). */
export function AlertBell() {
  const client = useQueryClient();
  const { data } = useQuery({ ...unreadQuery(), enabled: useIsCounted() });
  useHubEvent('AlertsChanged', () => {
    for (const id of INBOX_READS) refetchChanged(client, { queryKey: [id] });
  });
  const page = usePortalLink();
  const count = data?.unreadCount ?? 0;
  return (
    <a
      className={classes.bell}
      href={page.href('/alerts')}
      aria-label={MESSAGES.bell(count)}
      title={MESSAGES.bell(count)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        page.open('/alerts');
      }}
    >
      <Icon name="bell" size={20} />
      {count > 0 ? (
        <span className={classes.badge} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
    </a>
  );
}
