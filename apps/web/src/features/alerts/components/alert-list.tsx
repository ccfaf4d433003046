import { Button } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Alert } from '@yardage/contract/alerts';
import { alertPath, alertText } from '@yardage/domain/alerts';
import { withCustomer } from '@yardage/domain/customer-link';
import { useState } from 'react';
import { useCustomers } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { usePortalLink } from '#web/lib/navigation/page-links.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { Card } from '#web/patterns/card.tsx';
import { isPlainClick } from '#web/patterns/data-table/row-tab-index.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { alertsQuery, INBOX_READS, markRead } from '../alerts.api.ts';
import { ALERTS_MESSAGES as MESSAGES } from '../alerts.messages.ts';
import classes from './alerts.module.css';

const PAGE = 30;
const MAX_SHOWN = 100;

/** The inbox: alerts of all accounts, newest first. Opening one marks it as read. */
export function AlertList() {
  const [limit, setLimit] = useState(PAGE);
  const client = useQueryClient();
  const query = useQuery({ ...alertsQuery(limit), placeholderData: keepPreviousData });
  const reading = useWrite({
    write: markRead,
    meta: { failureText: MESSAGES.notRead },
    onSuccess: () => Promise.all(INBOX_READS.map((id) => client.invalidateQueries({ queryKey: [id] }))),
  });
  const newest = query.data?.items[0];
  const unread = query.data?.unreadCount ?? 0;
  return (
    <Card
      title={MESSAGES.inbox}
      aside={
        unread > 0 && newest ? (
          <Button variant="subtle" size="compact-sm" loading={reading.isPending} onClick={() => reading.mutate({ upTo: newest.id })}>
            {MESSAGES.readAll}
          </Button>
        ) : null
      }
    >
      <DetailState query={query} skeletonLines={[4]}>
        {({ items, hasMore }) => (
          <>
            {items.length === 0 ? <p className={classes.empty}>{MESSAGES.empty}</p> : null}
            <ul className={classes.list}>
              {items.map((alert) => (
                <AlertRow key={alert.id} alert={alert} onOpen={() => (alert.isRead ? undefined : reading.mutate({ alertId: alert.id }))} />
              ))}
            </ul>
            {hasMore && limit < MAX_SHOWN ? (
              <div className={classes.more}>
                <Button variant="default" loading={query.isFetching} onClick={() => setLimit(MAX_SHOWN)}>
                  {MESSAGES.more}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </DetailState>
    </Card>
  );
}

function AlertRow({ alert, onOpen }: { alert: Alert; onOpen: () => void }) {
  const page = usePortalLink();
  const path = withCustomer(alertPath(alert.type, alert.facts), alert.globalCustomerNumber);
  return (
    <li className={classes.item} data-unread={!alert.isRead || undefined}>
      <a
        className={classes.link}
        href={path}
        onClick={(event) => {
          onOpen();
          if (!isPlainClick(event)) return;
          event.preventDefault();
          page.open(path);
        }}
      >
        <span className={classes.says}>
          {alert.isRead ? null : <span className={classes.dot} role="img" aria-label={MESSAGES.unread} />}
          {alertText(alert.type, alert.facts, formatDay)}
        </span>
        <AlertOrigin alert={alert} />
      </a>
    </li>
  );
}

/** When it happened and for which account. The inbox has the alerts of all accounts, so the time is that of the alert's own account. */
export function AlertOrigin({ alert }: { alert: Pick<Alert, 'createdAt' | 'displayName' | 'globalCustomerNumber'> }) {
  const account = useCustomers().list?.find(({ globalCustomerNumber }) => globalCustomerNumber === alert.globalCustomerNumber);
  const { dateTime } = useFormats(account?.timeZone);
  return (
    <span className={classes.when}>
      {dateTime(alert.createdAt)} · {alert.displayName}
    </span>
  );
}
