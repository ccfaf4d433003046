import { Accordion } from '@mantine/core';
import type { ActiveTruck } from '@yardage/contract/truck-tracking';
import { LOAD_PLACES, ORDER_STATUS_NAMES } from '@yardage/domain/names.messages';
import { ORDER_STATUS, ORDER_TYPE } from '@yardage/domain/orders';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import type { LoadPlace } from '@yardage/domain/tickets';
import { Fragment, useMemo } from 'react';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useServerNow } from '#web/lib/use-now.ts';
import { groupByJob, groupProgress, type JobGroup, type OrderGroup } from '../board.ts';
import { boardAgeMs } from '../spans.ts';
import { TRUCK_TRACKING_MESSAGES as MESSAGES } from '../truck-tracking.messages.ts';
import classes from './truck-list.module.css';
import { TruckRow } from './truck-row.tsx';

/** Ages in the list are in minutes, so updating four times a minute is enough. */
const TICK_MS = 15_000;
const OPENING_MS = 150;

interface TruckListProps {
  trucks: readonly ActiveTruck[];
  selectedId: number | undefined;
  /** The jobs that the user collapsed. All others are expanded, including new ones (TRK-01). */
  closedJobs: ReadonlySet<string>;
  onCloseJobs: (jobs: string[]) => void;
  onChoose: (ticketId: number | undefined) => void;
  onOpenTicket: ((ticketId: number) => void) | undefined;
}

/** The trucks by job, in order of arrival. It has everything that the map shows, as text (TRK-01). */
export function TruckList({ trucks, selectedId, closedJobs, onCloseJobs, onChoose, onOpenTicket }: TruckListProps) {
  const groups = useMemo(() => groupByJob(trucks), [trucks]);
  const nowMs = useServerNow(TICK_MS);
  const isBoardOld = boardAgeMs(trucks, nowMs) !== null;
  const keys = groups.map(({ key }) => key);
  return (
    <Accordion
      multiple
      value={keys.filter((key) => !closedJobs.has(key))}
      onChange={(values) => onCloseJobs(keys.filter((key) => !values.includes(key)))}
      order={3}
      transitionDuration={OPENING_MS}
      classNames={{ item: classes.item, control: classes.control, label: classes.label, content: classes.content }}
    >
      {groups.map((group) => (
        <Accordion.Item key={group.key} value={group.key}>
          <Accordion.Control data-has-content>
            <JobHead group={group} />
          </Accordion.Control>
          <Accordion.Panel>
            {group.orders.map((order) => (
              <Fragment key={order.orderId}>
                {group.orders.length > 1 ? <OrderHead order={order} /> : null}
                <ul className={classes.trucks} aria-label={MESSAGES.order(order.orderNumber)}>
                  {order.trucks.map((truck) => (
                    <TruckRow
                      key={truck.ticketId}
                      truck={truck}
                      isSelected={truck.ticketId === selectedId}
                      nowMs={nowMs}
                      isBoardOld={isBoardOld}
                      onChoose={onChoose}
                      onOpenTicket={onOpenTicket}
                    />
                  ))}
                </ul>
              </Fragment>
            ))}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

/** Nearest to the job first. */
const PLACES: readonly LoadPlace[] = ['job', 'road', 'plant'];

/** A job's name, address, number and truck count. A job with a single order also shows that order's progress (TRK-01). */
function JobHead({ group: { job, jobAddress, jobNumber, orders, truckCount } }: { group: JobGroup }) {
  const [only] = orders.length === 1 ? orders : [];
  const count = only ? '' : MESSAGES.orders(orders.length);
  const facts = [jobNumber ? MESSAGES.jobNumber(jobNumber) : '', count].filter(Boolean);
  return (
    <span className={classes.head}>
      <span className={classes.title}>
        <span className={classes.job}>{job}</span>
        <span className={classes.count}>{MESSAGES.count(truckCount)}</span>
      </span>
      {jobAddress ? <span className={classes.schedule}>{jobAddress}</span> : null}
      {facts.length > 0 ? <span className={classes.schedule}>{facts.join(' · ')}</span> : null}
      {only ? <OrderFigures order={only} /> : null}
    </span>
  );
}

/** The header of one order in a job with several orders. */
function OrderHead({ order }: { order: OrderGroup }) {
  return (
    <div className={classes.order}>
      <OrderFigures order={order} />
    </div>
  );
}

/** An order's number, start and progress: ordered, delivered, under way (TRK-11). */
function OrderFigures({ order }: { order: OrderGroup }) {
  const { time } = useFormats();
  const { orderNumber, orderType, ordered, unitOfMeasure, startTime, intervalMinutes } = order;
  const progress = groupProgress(order);
  const doneText = orderType === ORDER_TYPE.concrete ? MESSAGES.poured : MESSAGES.delivered;
  const figures = [
    doneText(formatNumber(progress.delivered), formatQuantity(ordered, unitOfMeasure)),
    ...PLACES.filter((place) => progress.underWay[place] > 0).map((place) =>
      MESSAGES.underWay(formatQuantity(progress.underWay[place], unitOfMeasure), LOAD_PLACES[place]),
    ),
  ];
  const schedule = [
    MESSAGES.order(orderNumber),
    startTime === null ? '' : MESSAGES.starts(time(startTime)),
    intervalMinutes ? MESSAGES.interval(intervalMinutes) : '',
  ];
  return (
    <>
      <span className={classes.schedule}>{schedule.filter(Boolean).join(' · ')}</span>
      <span className={classes.bar} data-cancelled={progress.isCancelled || undefined} aria-hidden="true">
        <span className={classes.delivered} style={{ width: `${progress.deliveredShare}%` }} />
        <span className={classes.inTransit} style={{ width: `${progress.inTransitShare}%` }} />
      </span>
      <span className={classes.figures}>{progress.isCancelled ? ORDER_STATUS_NAMES[ORDER_STATUS.cancelled] : figures.join(', ')}</span>
    </>
  );
}
