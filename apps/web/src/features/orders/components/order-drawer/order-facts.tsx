import type { OrderDetail } from '@yardage/contract/orders';
import { orderProgress } from '@yardage/domain/progress';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { nextTruck } from '../../delivery.ts';
import { ORDER_DETAIL_MESSAGES as WORDS } from '../../order-detail.messages.ts';
import classes from './order-drawer.module.css';

const CONCRETE = 1;

interface OrderFactsProps {
  order: OrderDetail;
  /** The moment the facts are from. */
  asOf: Date;
}

/** What a person wants to know in two seconds: how much is poured, what is on the road, when the next truck comes. */
export function OrderFacts({ order, asOf }: OrderFactsProps) {
  const formats = useFormats();
  const progress = orderProgress(order);
  const unit = order.unitOfMeasure;
  if (progress.isCancelled) {
    return (
      <div className={classes.facts}>
        <p className={classes.headline}>
          <strong className={classes.figure}>{WORDS.cancelled}</strong>
        </p>
        <div className={classes.bar} data-cancelled />
        <p className={classes.outlook}>{WORDS.cancelledText}</p>
      </div>
    );
  }
  const outlook = [
    progress.inTransit > 0 ? WORDS.onTheRoad(formatQuantity(progress.inTransit, unit)) : '',
    describeNextTruck(order, asOf, formats),
    progress.remaining > 0 && progress.inTransit === 0 && progress.delivered > 0
      ? WORDS.toGo(formatQuantity(progress.remaining, unit))
      : '',
  ].filter(Boolean);
  return (
    <div className={classes.facts}>
      <p className={classes.headline}>
        <strong className={classes.figure}>{formatNumber(progress.delivered)}</strong> {WORDS.of(formatQuantity(order.qtyOrdered, unit))}{' '}
        {order.orderType === CONCRETE ? WORDS.poured : WORDS.delivered}
      </p>
      <div className={classes.bar}>
        <span className={classes.delivered} style={{ width: `${progress.deliveredShare}%` }} />
        <span className={classes.inTransit} style={{ width: `${progress.inTransitShare}%` }} />
      </div>
      {outlook.length > 0 ? <p className={classes.outlook}>{outlook.join(', ')}</p> : null}
    </div>
  );
}

function describeNextTruck(order: OrderDetail, asOf: Date, { time, date, today }: ReturnType<typeof useFormats>): string {
  const next = nextTruck(order, asOf);
  switch (next?.kind) {
    case 'arriving':
      return next.inMinutes === 0 ? WORDS.nextTruckNow : WORDS.nextTruckIn(next.inMinutes);
    case 'on-its-way':
      return WORDS.nextTruckOnItsWay;
    case 'loading':
      return WORDS.nextTruckLoading;
    case 'scheduled': {
      const isToday = order.shipDate === today();
      const moment = isToday ? time(next.at) : `${date(next.at)} ${time(next.at)}`;
      return next.isFirst ? WORDS.firstTruckAt(moment) : WORDS.nextTruckAt(moment);
    }
    default:
      return '';
  }
}
