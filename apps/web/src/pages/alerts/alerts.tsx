import { PERMISSIONS, type PermissionCode } from '@yardage/contract/permissions';
import { type AlertType, DELIVERY_ALERTS } from '@yardage/domain/alerts';
import { lazy, Suspense } from 'react';
import { AlertList } from '#web/features/alerts/components/alert-list.tsx';
import { useAccess } from '#web/lib/access/access.ts';
import { useCustomers } from '#web/lib/customer/customer-store.ts';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import classes from './alerts.module.css';

/** Loaded after the inbox, which is what most people open the page for. */
const settings = () => import('#web/features/alerts/components/alert-settings.tsx');
const AlertFollows = lazy(() => settings().then(({ AlertFollows }) => ({ default: AlertFollows })));
const AlertChannels = lazy(() => settings().then(({ AlertChannels }) => ({ default: AlertChannels })));

/** Any of these shows the choice. */
const NEEDED: Partial<Record<AlertType, readonly PermissionCode[]>> = {
  'request-answered': [PERMISSIONS.ORDERS_REQUEST, PERMISSIONS.SUPPORT_VIEW],
  'invoice-due': [PERMISSIONS.INVOICES_VIEW],
  'discount-expiring': [PERMISSIONS.INVOICES_VIEW],
  'payment-returned': [PERMISSIONS.PAYMENT_HISTORY_VIEW],
  'statement-ready': [PERMISSIONS.STATEMENTS_VIEW],
};

/** Alerts: the inbox, and beside it what the user follows at the selected customer and how alerts reach them. */
export function Alerts() {
  const { selected } = useCustomers();
  const { permissions } = useAccess();
  const isDelivery = (type: AlertType): boolean => DELIVERY_ALERTS.some((other) => other === type);
  const canSee = (type: AlertType): boolean =>
    (isDelivery(type) ? [PERMISSIONS.ORDERS_VIEW] : (NEEDED[type] ?? [])).some((code) => permissions.has(code));
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
