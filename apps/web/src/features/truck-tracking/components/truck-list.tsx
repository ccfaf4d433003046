import { Accordion } from '@mantine/core';
import type { ActiveTruck } from '@yardage/contract/truck-tracking';
import { Fragment, useMemo } from 'react';
import { useNow } from '#web/lib/use-now.ts';
import { groupByJob } from '../board.ts';
import { boardAgeMs } from '../spans.ts';
import { TRUCK_TRACKING_MESSAGES as MESSAGES } from '../truck-tracking.messages.ts';
import { JobHead, OrderHead } from './job-head.tsx';
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
  const nowMs = useNow(TICK_MS);
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
          <Accordion.Control>
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
