import { useQuery } from '@tanstack/react-query';
import type { TodaysDelivery } from '@yardage/contract/dashboard';
import { OptionalLink, QueryCard } from '#web/features/dashboard/components/query-card.tsx';
import { todaysDeliveriesQuery } from '#web/features/dashboard/dashboard.api.ts';
import { OrderProgress, OrderStatus } from '#web/features/orders/components/order-progress.tsx';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useServerNow } from '#web/lib/use-now.ts';
import { arrivalText } from '#web/patterns/arrival.ts';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { DASHBOARD_MESSAGES as MESSAGES } from './dashboard.messages.ts';
import classes from './deliveries-card.module.css';
import { useDashboardLinks } from './use-dashboard-links.ts';

/** How often start times are checked for having passed. */
const TICK_MS = 60_000;

/** Today's deliveries, those under way first: what is delivered, what is on the road, and the next truck (ORD-21). */
export function DeliveriesCard() {
  const query = useQuery(todaysDeliveriesQuery(useCustomer()));
  const { ordersToday } = useDashboardLinks();
  const nowMs = useServerNow(TICK_MS);
  return (
    <QueryCard
      title={MESSAGES.deliveries}
      query={query}
      skeleton={<DeliveryListSkeleton />}
      aside={({ totalCount }) =>
        totalCount > 0 && ordersToday ? (
          <OptionalLink target={ordersToday} className={classes.all}>
            {MESSAGES.allOfToday}
          </OptionalLink>
        ) : null
      }
    >
      {({ items }) =>
        items.length === 0 ? (
          <p className={classes.none}>{MESSAGES.noDeliveries}</p>
        ) : (
          <ul className={classes.list}>
            {items.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} nowMs={nowMs} />
            ))}
          </ul>
        )
      }
    </QueryCard>
  );
}

function Delivery({ delivery, nowMs }: { delivery: TodaysDelivery; nowMs: number }) {
  const { id, orderNumber, orderStatusId, orderStatus, job } = delivery;
  const { order } = useDashboardLinks();
  return (
    <li className={classes.delivery} title={job}>
      <div className={classes.what}>
        <div className={classes.order}>
          <OptionalLink target={order(id)} className={classes.number}>
            {orderNumber}
          </OptionalLink>
          <OrderStatus statusId={orderStatusId} status={orderStatus} />
        </div>
        <div className={classes.job}>{job}</div>
      </div>
      <When delivery={delivery} nowMs={nowMs} />
      <div className={classes.progress}>
        <OrderProgress order={delivery} isStacked />
      </div>
    </li>
  );
}

/** Shows when the next truck is expected, or else the start of a delivery that has not started. */
function When({ delivery: { nextTruckAt, startsAt }, nowMs }: { delivery: TodaysDelivery; nowMs: number }) {
  const { time } = useFormats();
  const isToCome = Date.parse(startsAt) > nowMs;
  if (!nextTruckAt && !isToCome) return null;
  return (
    <div className={classes.when}>
      <span className={classes.label}>{nextTruckAt ? MESSAGES.nextTruck : MESSAGES.starts}</span>{' '}
      <span className={classes.time}>{nextTruckAt ? arrivalText(nextTruckAt, nowMs, time) : time(startsAt)}</span>
    </div>
  );
}

const SKELETON_WIDTHS = ['62%', '48%', '56%'];

function DeliveryListSkeleton() {
  return (
    <div className={classes.list}>
      {SKELETON_WIDTHS.map((width) => (
        <div key={width} className={classes.delivery}>
          <div className={classes.skeleton}>
            <Skeleton width={88} />
            <Skeleton width={width} height={12} />
          </div>
          <div className={classes.progress}>
            <div className={classes.skeleton}>
              <Skeleton height={8} />
              <Skeleton width="80%" height={12} />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}

/** Skeleton of the first card while the permissions are loading. */
export function DeliveriesSkeleton() {
  return (
    <section className={classes.waiting} aria-busy="true">
      <div className={classes.waitingHead}>
        <Skeleton width={140} />
      </div>
      <div data-loading>
        <DeliveryListSkeleton />
      </div>
    </section>
  );
}
