import { ALERT_PERMISSIONS, ORDER_REQUEST_ALERT_PERMISSION } from '@yardage/contract/alerts';
import type { AlertType } from '@yardage/domain/alerts';
import { Suspense } from 'react';
import { AlertList } from '#web/features/alerts/components/alert-list.tsx';
import { useAccess } from '#web/lib/access/access.ts';
import { useCustomers } from '#web/lib/customer/customer-store.ts';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import classes from './alerts.module.css';

/** Loaded after the inbox, which is what most people open the page for. */
const settings = () => import('#web/features/alerts/components/alert-settings.tsx');
const AlertFollows = lazyOpened(() => settings().then(({ AlertFollows }) => AlertFollows));
const AlertChannels = lazyOpened(() => settings().then(({ AlertChannels }) => AlertChannels));

/** Alerts: the inbox, and beside it what the user follows at the selected customer and how alerts reach them. */
export function Alerts() {
  const { selected } = useCustomers();
  const { permissions } = useAccess();
  const canSee = (type: AlertType): boolean =>
    permissions.has(ALERT_PERMISSIONS[type]) || (type === 'request-answered' && permissions.has(ORDER_REQUEST_ALERT_PERMISSION));
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <AlertList />
      </div>
      <div className={classes.column}>
        <Suspense fallback={<Skeleton height={320} />}>
          {selected ? <AlertFollows key={selected.globalCustomerNumber} canSee={canSee} /> : null}
          <AlertChannels />
        </Suspense>
      </div>
    </div>
  );
}
