import { Button, VisuallyHidden } from '@mantine/core';
import type { OrderDetail } from '@yardage/contract/orders';
import { DELIVERY_STEP_NAMES } from '@yardage/domain/names.messages';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { DELIVERY_STEPS, deliveryBarWidth } from '@yardage/domain/progress';
import { DELIVERED_STATUS } from '@yardage/domain/tickets';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { isFromDevice } from '#web/lib/offline/kept-reads.ts';
import { Card } from '#web/patterns/card.tsx';
import { useMomentText } from '#web/patterns/data-age.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { InfoCard } from '#web/patterns/info-card.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { Skeleton, StillLoading } from '#web/patterns/skeleton.tsx';
import { tabId, ViewTabs } from '#web/patterns/view-tabs.tsx';
import { deliveryStatus, isBeingDelivered, isOver, loadsOf } from '../../delivery.ts';
import { ORDER_DETAIL_MESSAGES as MESSAGES } from '../../order-detail.messages.ts';
import stepsClasses from './order-details.module.css';
import classes from './order-drawer.module.css';
import { deliveryCaption, orderRows } from './order-information.ts';
import { OrderTickets } from './order-tickets.tsx';

interface OrderDetailsProps {
  order: OrderDetail | undefined;
  isLoading: boolean;
  failure: Error | null;
  updatedAtMs: number;
  onRetry: () => void;
  onOpenTicket: (ticketId: number) => void;
  /** Renders the pour board. The page passes it in, because it is another feature. */
  pourBoard: (orderId: number) => ReactNode;
}

type Tab = 'details' | 'pour';

/** The tabs of the order drawer: Details (ORD-10) and, for an order under way, its pour board (POUR-01). */
export function OrderDetails({ pourBoard, ...props }: OrderDetailsProps) {
  const panelId = useId();
  const [chosen, setChosen] = useState<{ tab: Tab; orderId: number | undefined }>({ tab: 'details', orderId: undefined });
  const { order } = props;
  const hasPour = order !== undefined && isBeingDelivered(order);
  // Another order begins with its details.
  const tab = hasPour && chosen.orderId === order.id ? chosen.tab : 'details';
  const tabs: { value: Tab; label: string }[] = [
    { value: 'details', label: MESSAGES.details },
    ...(hasPour ? [{ value: 'pour' as const, label: MESSAGES.boards[order.orderType === ORDER_TYPE.concrete ? 'pour' : 'delivery'] }] : []),
  ];
  return (
    <>
      <div className={classes.tabs}>
        <ViewTabs
          label={MESSAGES.tabs}
          tabs={tabs}
          value={tab}
          onChange={(next) => setChosen({ tab: next, orderId: order?.id })}
          panelId={panelId}
        />
      </div>
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, tab)} aria-busy={props.isLoading} className={classes.sections}>
        {tab === 'pour' && order ? <Suspense fallback={<OrderSkeleton />}>{pourBoard(order.id)}</Suspense> : <Sections {...props} />}
      </div>
    </>
  );
}

function Sections({ order, isLoading, failure, updatedAtMs, onRetry, onOpenTicket }: Omit<OrderDetailsProps, 'pourBoard'>) {
  const formats = useFormats();
  const momentText = useMomentText();
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
      {failure || isFromDevice({ data: order, dataUpdatedAt: updatedAtMs }) ? (
        <Notice
          kind="info"
          title={MESSAGES.notUpdated(momentText(new Date(updatedAtMs).toISOString()))}
          // Without a failure the server is still being asked.
          action={failure ? retry : null}
        />
      ) : null}
      <DeliverySteps order={order} />
      <InfoCard title={MESSAGES.information} rows={orderRows(order, formats)} />
      <OrderTickets
        tickets={order.tickets}
        isPoured={order.orderType === ORDER_TYPE.concrete}
        isOver={isOver(order)}
        onOpenTicket={onOpenTicket}
      />
    </>
  );
}

const CARDS = [
  { name: 'steps', rows: ['100%', '72%'] },
  { name: 'information', rows: ['62%', '54%', '70%', '48%'] },
  { name: 'tickets', rows: ['96%', '92%', '94%', '90%', '95%'] },
];

/** Skeleton of the drawer's key figures. */
export function FactsSkeleton() {
  return (
    <div className={classes.facts}>
      <Skeleton width={240} height={28} />
      <Skeleton height={8} />
      <Skeleton width={300} />
    </div>
  );
}

/** Skeleton of the drawer's cards, in the shape of the loaded ones. */
function OrderSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">{MESSAGES.loading}</VisuallyHidden>
      <StillLoading />
      {CARDS.map(({ name, rows }) => (
        <div key={name} className={classes.skeleton}>
          <Skeleton width={120} />
          {rows.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      ))}
    </>
  );
}

/** Progress of the furthest truck: four steps for concrete (ORD-25, ORD-26), one step for other products (ORD-27). */
function DeliverySteps({ order }: { order: OrderDetail }) {
  const isConcrete = order.orderType === ORDER_TYPE.concrete;
  const status = deliveryStatus(order);
  const steps = isConcrete
    ? DELIVERY_STEPS.map(({ id, fromStatus }) => ({ name: DELIVERY_STEP_NAMES[id], fromStatus }))
    : [{ name: MESSAGES.ticketStep, fromStatus: 1 }];
  const hasTickets = loadsOf(order.tickets).length > 0;
  const width = isConcrete ? deliveryBarWidth(status) : hasTickets ? 100 : 0;
  const isReached = (fromStatus: number): boolean => (isConcrete ? status >= fromStatus : hasTickets);
  const isDone = status === DELIVERED_STATUS;
  // The last reached step is the current one until the delivery is done; then no step is current.
  const current = isConcrete && !isDone ? steps.findLast(({ fromStatus }) => isReached(fromStatus)) : undefined;
  return (
    <Card title={MESSAGES.deliveryProgress} aside={<span className={stepsClasses.caption}>{deliveryCaption(order)}</span>}>
      <div className={stepsClasses.track} data-steps={steps.length}>
        <div className={stepsClasses.rail}>
          <div className={stepsClasses.reach} style={{ width: `${width}%` }} data-width={width} data-done={isDone || undefined} />
        </div>
        <ol className={stepsClasses.steps}>
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
      className={stepsClasses.step}
      data-reached={isReached}
      data-end={isEnd || undefined}
      data-current={isCurrent || undefined}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <span className={stepsClasses.mark}>{isReached && !isCurrent ? <Icon name="check" size={12} /> : null}</span>
      {name}
      <VisuallyHidden>, {isReached ? MESSAGES.stepReached : MESSAGES.stepNotReached}</VisuallyHidden>
    </li>
  );
}
