import { VisuallyHidden } from '@mantine/core';
import type { OrderDetail } from '@yardage/contract/orders';
import { DELIVERY_STEP_NAMES } from '@yardage/domain/names.messages';
import { DELIVERY_STEPS, deliveryBarWidth } from '@yardage/domain/progress';
import { DELIVERED_STATUS } from '@yardage/domain/tickets';
import { Card } from '#web/patterns/card.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { deliveryStatus, furthestTicket, isAllDelivered } from '../delivery.ts';
import { ORDER_DETAIL_MESSAGES as MESSAGES } from '../order-detail.messages.ts';
import classes from './delivery-steps.module.css';

const CONCRETE = 1;

/** Progress of the furthest truck: four steps for concrete (ORD-25, ORD-26), one step for other products (ORD-27). */
export function DeliverySteps({ order }: { order: OrderDetail }) {
  const isConcrete = order.orderType === CONCRETE;
  const status = deliveryStatus(order);
  const steps = isConcrete
    ? DELIVERY_STEPS.map(({ id, fromStatus }) => ({ name: DELIVERY_STEP_NAMES[id], fromStatus }))
    : [{ name: MESSAGES.ticketStep, fromStatus: 1 }];
  const hasTickets = order.tickets.length > 0;
  const width = isConcrete ? deliveryBarWidth(status) : hasTickets ? 100 : 0;
  const isReached = (fromStatus: number): boolean => (isConcrete ? status >= fromStatus : hasTickets);
  const isDone = status === DELIVERED_STATUS;
  // The last reached step is the current one until the delivery is done; then no step is current.
  const current = isConcrete && !isDone ? steps.findLast(({ fromStatus }) => isReached(fromStatus)) : undefined;
  return (
    <Card title={MESSAGES.deliveryProgress} aside={<span className={classes.caption}>{captionOf(order, status, isConcrete)}</span>}>
      <div className={classes.track} data-steps={steps.length}>
        <div className={classes.rail}>
          <div className={classes.reach} style={{ width: `${width}%` }} data-width={width} data-done={isDone || undefined} />
        </div>
        <ol className={classes.steps}>
          {steps.map((step) => (
            <Step
              key={step.name}
              name={step.name}
              isReached={isReached(step.fromStatus)}
              isCurrent={step === current}
              isEnd={step.fromStatus === DELIVERED_STATUS}
            />
          ))}
        </ol>
      </div>
    </Card>
  );
}

interface StepProps {
  name: string;
  isReached: boolean;
  isCurrent: boolean;
  /** Whether this is the last step, Completed. */
  isEnd: boolean;
}

function Step({ name, isReached, isCurrent, isEnd }: StepProps) {
  return (
    <li
      className={classes.step}
      data-reached={isReached}
      data-end={isEnd || undefined}
      data-current={isCurrent || undefined}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <span className={classes.mark}>{isReached && !isCurrent ? <Icon name="check" size={12} /> : null}</span>
      {name}
      <VisuallyHidden>, {isReached ? MESSAGES.stepReached : MESSAGES.stepNotReached}</VisuallyHidden>
    </li>
  );
}

function captionOf(order: OrderDetail, status: number, isConcrete: boolean): string {
  const { tickets, loadCount } = order;
  const loads = Math.max(loadCount, tickets.length);
  if (!isConcrete) return MESSAGES.ticketCount(tickets.length, loads);
  const furthest = furthestTicket(tickets);
  if (!furthest && status !== DELIVERED_STATUS) return MESSAGES.noTruck;
  if (!furthest) return isAllDelivered(order) ? MESSAGES.allDelivered : MESSAGES.someDelivered(tickets.length, loads);
  return furthest.truckNo
    ? MESSAGES.furthestTruck(furthest.truckNo, furthest.loadNumber, loads)
    : MESSAGES.furthestLoad(furthest.loadNumber, loads);
}
