import { Button } from '@mantine/core';
import type { OrderDetail } from '@yardage/contract/orders';
import { useId } from 'react';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { InfoCard } from '#web/patterns/info-card.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { isOver } from '../../delivery.ts';
import { ORDER_DETAIL_MESSAGES as MESSAGES } from '../../order-detail.messages.ts';
import { DeliverySteps } from '../delivery-steps.tsx';
import classes from './order-drawer.module.css';
import { orderRows } from './order-information.ts';
import { OrderSkeleton } from './order-skeleton.tsx';
import { OrderTickets } from './order-tickets.tsx';

interface OrderDetailsProps {
  order: OrderDetail | undefined;
  isLoading: boolean;
  failure: Error | null;
  updatedAtMs: number;
  onRetry: () => void;
  onOpenTicket: (ticketId: number) => void;
}

/** The Details tab of the order drawer (ORD-10). */
export function OrderDetails(props: OrderDetailsProps) {
  const id = useId();
  return (
    <>
      <div role="tablist" aria-label={MESSAGES.tabs} className={classes.tabs}>
        <button type="button" role="tab" id={`${id}-tab`} aria-selected aria-controls={`${id}-panel`} className={classes.tab}>
          {MESSAGES.details}
        </button>
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab`} aria-busy={props.isLoading} className={classes.sections}>
        <Sections {...props} />
      </div>
    </>
  );
}

function Sections({ order, isLoading, failure, updatedAtMs, onRetry, onOpenTicket }: OrderDetailsProps) {
  const formats = useFormats();
  if (isLoading) return <OrderSkeleton />;
  const retry = (
    <Button variant="default" onClick={onRetry}>
      {MESSAGES.retry}
    </Button>
  );
  if (!order) {
    return (
      <Notice kind="failure" title={MESSAGES.detailFailedInPanel} action={retry}>
        {failure instanceof HttpProblem ? failure.problem.title : null}
      </Notice>
    );
  }
  return (
    <>
      {failure ? (
        <Notice kind="info" title={MESSAGES.notUpdated(formats.time(new Date(updatedAtMs).toISOString()))} action={retry} />
      ) : null}
      <DeliverySteps order={order} />
      <InfoCard title={MESSAGES.information} rows={orderRows(order, formats)} />
      <OrderTickets tickets={order.tickets} isOver={isOver(order)} onOpenTicket={onOpenTicket} />
    </>
  );
}
