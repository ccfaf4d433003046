import { LOAD_PLACES } from '@yardage/domain/names.messages';
import { ORDER_STATUS } from '@yardage/domain/orders';
import { orderProgress } from '@yardage/domain/progress';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import type { LoadPlace } from '@yardage/domain/tickets';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { type JobGroup, type OrderGroup, quantityAt } from '../board.ts';
import { TRUCK_TRACKING_MESSAGES as MESSAGES } from '../truck-tracking.messages.ts';
import classes from './job-head.module.css';

/** Nearest to the job first. */
const PLACES: readonly LoadPlace[] = ['job', 'road', 'plant'];

/** A job's name, number and truck count. A job with a single order also shows that order's progress (TRK-01). */
export function JobHead({ group: { job, jobNumber, orders, truckCount } }: { group: JobGroup }) {
  const [only] = orders.length === 1 ? orders : [];
  const facts = [jobNumber ? MESSAGES.jobNumber(jobNumber) : '', only ? '' : MESSAGES.orders(orders.length)].filter(Boolean);
  return (
    <span className={classes.head}>
      <span className={classes.title}>
        <span className={classes.job}>{job}</span>
        <span className={classes.count}>{MESSAGES.count(truckCount)}</span>
      </span>
      {facts.length > 0 ? <span className={classes.schedule}>{facts.join(' · ')}</span> : null}
      {only ? <OrderFigures order={only} /> : null}
    </span>
  );
}

/** The header of one order in a job with several orders. */
export function OrderHead({ order }: { order: OrderGroup }) {
  return (
    <div className={classes.order}>
      <OrderFigures order={order} />
    </div>
  );
}

/** An order's number, start and progress: ordered, delivered, under way (TRK-11). */
function OrderFigures({ order }: { order: OrderGroup }) {
  const { time } = useFormats();
  const { orderNumber, ordered, delivered, inTransit, unitOfMeasure, startTime, intervalMinutes } = order;
  const progress = orderProgress({
    orderStatusId: ORDER_STATUS.shipping,
    qtyOrdered: ordered,
    qtyDelivered: delivered,
    inTransitQty: inTransit,
  });
  const schedule = [
    MESSAGES.order(orderNumber),
    startTime === null ? '' : MESSAGES.starts(time(startTime)),
    intervalMinutes ? MESSAGES.interval(intervalMinutes) : '',
  ];
  return (
    <>
      <span className={classes.schedule}>{schedule.filter(Boolean).join(' · ')}</span>
      <span className={classes.bar} aria-hidden="true">
        <span className={classes.delivered} style={{ width: `${progress.deliveredShare}%` }} />
        <span className={classes.inTransit} style={{ width: `${progress.inTransitShare}%` }} />
      </span>
      <span className={classes.figures}>
        {[
          MESSAGES.delivered(formatNumber(delivered), formatQuantity(ordered, unitOfMeasure)),
          ...PLACES.map((place) => {
            const quantity = quantityAt(order.trucks, place);
            return quantity > 0 ? MESSAGES.underWay(formatQuantity(quantity, unitOfMeasure), LOAD_PLACES[place]) : '';
          }),
        ]
          .filter(Boolean)
          .join(', ')}
      </span>
    </>
  );
}
