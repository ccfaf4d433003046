import type { OrderDetail } from '@yardage/contract/orders';
import { isDue } from '@yardage/domain/eta';
import { LOAD_PLACES } from '@yardage/domain/names.messages';
import { orderProgress, quantitiesUnderWay } from '@yardage/domain/progress';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import type { LoadPlace } from '@yardage/domain/tickets';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useNow } from '#web/lib/use-now.ts';
import { arrivalText } from '#web/patterns/arrival.ts';
import { nextTruck } from '../../delivery.ts';
import { ORDER_DETAIL_MESSAGES as MESSAGES } from '../../order-detail.messages.ts';
import classes from './order-drawer.module.css';

const CONCRETE = 1;
/** How often to check whether an expected arrival time has come. */
const TICK_MS = 15_000;
const MINUTE_MS = 60_000;
/** Nearest to the job first. */
const PLACES: readonly LoadPlace[] = ['job', 'road', 'plant'];

interface OrderFactsProps {
  order: OrderDetail;
  /** When the order was fetched. */
  asOf: Date;
}

/** Key figures of an order: how much is poured, how much is on the road, and when the next truck arrives. */
export function OrderFacts({ order, asOf }: OrderFactsProps) {
  const formats = useFormats();
  const nowMs = Math.max(asOf.getTime(), useNow(TICK_MS));
  const progress = orderProgress(order);
  const unit = order.unitOfMeasure;
  if (progress.isCancelled) {
    return (
      <div className={classes.facts}>
        <p className={classes.headline}>
          <strong className={classes.figure}>{MESSAGES.cancelled}</strong>
        </p>
        <div className={classes.bar} data-cancelled />
        <p className={classes.outlook}>{MESSAGES.cancelledText}</p>
      </div>
    );
  }
  const underWay = quantitiesUnderWay(order);
  const outlook = [
    ...PLACES.map((place) => (underWay[place] > 0 ? MESSAGES.underWay(formatQuantity(underWay[place], unit), LOAD_PLACES[place]) : '')),
    describeNextTruck(order, nowMs, formats),
    progress.remaining > 0 && progress.inTransit === 0 && progress.delivered > 0
      ? MESSAGES.toGo(formatQuantity(progress.remaining, unit))
      : '',
  ].filter(Boolean);
  return (
    <div className={classes.facts}>
      <p className={classes.headline}>
        <strong className={classes.figure}>{formatNumber(progress.delivered)}</strong> {MESSAGES.of(formatQuantity(order.qtyOrdered, unit))}{' '}
        {order.orderType === CONCRETE ? MESSAGES.poured : MESSAGES.delivered}
      </p>
      <div className={classes.bar}>
        <span className={classes.delivered} style={{ width: `${progress.deliveredShare}%` }} />
        <span className={classes.inTransit} style={{ width: `${progress.inTransitShare}%` }} />
      </div>
      {outlook.length > 0 ? <p className={classes.outlook}>{outlook.join(', ')}</p> : null}
    </div>
  );
}

function describeNextTruck(order: OrderDetail, nowMs: number, { time, date, today }: ReturnType<typeof useFormats>): string {
  const next = nextTruck(order, new Date(nowMs));
  switch (next?.kind) {
    case 'expected': {
      const arrival = arrivalText(next.at, nowMs, time);
      const minutes = Math.round((Date.parse(next.at) - nowMs) / MINUTE_MS);
      return isDue(next.at, nowMs) ? MESSAGES.nextTruck(arrival) : MESSAGES.nextTruckIn(arrival, minutes);
    }
    case 'under-way':
      return MESSAGES.nextTruck(LOAD_PLACES[next.place]);
    case 'scheduled': {
      const isToday = order.shipDate === today();
      const moment = isToday ? time(next.at) : `${date(next.at)} ${time(next.at)}`;
      return next.isFirst ? MESSAGES.firstTruckAt(moment) : MESSAGES.nextTruckAt(moment);
    }
    default:
      return '';
  }
}
