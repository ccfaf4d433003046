import { useQuery } from '@tanstack/react-query';
import type { TodaysDelivery } from '@yardage/contract/dashboard';
import { todaysDeliveriesQuery } from '#web/features/dashboard/api/get-todays-deliveries.ts';
import { QueryCard } from '#web/features/dashboard/components/query-card.tsx';
import { WayLink } from '#web/features/dashboard/components/way.tsx';
import { OrderProgress } from '#web/features/orders/components/order-progress.tsx';
import { OrderStatus } from '#web/features/orders/components/order-status.tsx';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useNow } from '#web/lib/use-now.ts';
import { arrivalText } from '#web/patterns/arrival.ts';
import { Bone } from '#web/patterns/bone.tsx';
import { DASHBOARD_MESSAGES as WORDS } from './dashboard.messages.ts';
import classes from './deliveries-card.module.css';
import { useWays } from './use-ways.ts';

/** How often start times are checked for having passed. */
const TICK_MS = 60_000;

/** Today's deliveries, those under way first: what is delivered, what is on the road, and the next truck (ORD-21). */
export function DeliveriesCard() {
  const query = useQuery(todaysDeliveriesQuery(useCustomer()));
  const { ordersToday } = useWays();
  const nowMs = useNow(TICK_MS);
  return (
    <QueryCard
      title={WORDS.deliveries}
      query={query}
      skeleton={<Skeleton />}
      aside={({ totalCount }) =>
        totalCount > 0 && ordersToday ? (
          <WayLink way={ordersToday} className={classes.all}>
            {WORDS.allOfToday}
          </WayLink>
        ) : null
      }
    >
      {({ items }) =>
        items.length === 0 ? (
          <p className={classes.none}>{WORDS.noDeliveries}</p>
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
  const { order } = useWays();
  return (
    <li className={classes.delivery} title={job}>
      <div className={classes.what}>
        <div className={classes.order}>
          <WayLink way={order(id)} className={classes.number}>
            {orderNumber}
          </WayLink>
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
      <span className={classes.label}>{nextTruckAt ? WORDS.nextTruck : WORDS.starts}</span>{' '}
      <span className={classes.time}>{nextTruckAt ? arrivalText(nextTruckAt, nowMs, time) : time(startsAt)}</span>
    </div>
  );
}

const BONES = ['62%', '48%', '56%'];

function Skeleton() {
  return (
    <div className={classes.list}>
      {BONES.map((width) => (
        <div key={width} className={classes.delivery}>
          <div className={classes.bones}>
            <Bone width={88} />
            <Bone width={width} height={12} />
          </div>
          <div className={classes.progress}>
            <div className={classes.bones}>
              <Bone height={8} />
              <Bone width="80%" height={12} />
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
        <Bone width={140} />
      </div>
      <div data-loading>
        <Skeleton />
      </div>
    </section>
  );
}
