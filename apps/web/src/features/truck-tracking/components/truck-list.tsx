import { Accordion } from '@mantine/core';
import type { ActiveTruck } from '@yardage/contract/truck-tracking';
import { useMemo } from 'react';
import { useNow } from '#web/lib/use-now.ts';
import { groupByJob } from '../board.ts';
import { boardAgeMs } from '../spans.ts';
import { TRUCK_TRACKING_MESSAGES as WORDS } from '../truck-tracking.messages.ts';
import { JobHead } from './job-head.tsx';
import classes from './truck-list.module.css';
import { TruckRow } from './truck-row.tsx';

/** Ages in the list are in minutes; looking four times a minute is often enough. */
const TICK_MS = 15_000;
const OPENING_MS = 150;

interface TruckListProps {
  trucks: readonly ActiveTruck[];
  selectedId: number | undefined;
  /** The jobs that somebody closed; all others are open, also those that come later (TRK-01). */
  closedJobs: ReadonlySet<number>;
  onCloseJobs: (jobs: number[]) => void;
  onChoose: (ticketId: number | undefined) => void;
  onOpenTicket: ((ticketId: number) => void) | undefined;
}

/** The trucks by job, in order of arrival: everything the map tells, in words (TRK-01). */
export function TruckList({ trucks, selectedId, closedJobs, onCloseJobs, onChoose, onOpenTicket }: TruckListProps) {
  const groups = useMemo(() => groupByJob(trucks), [trucks]);
  const nowMs = useNow(TICK_MS);
  const isBoardOld = boardAgeMs(trucks, nowMs) !== null;
  const open = groups.filter(({ jobId }) => !closedJobs.has(jobId)).map(({ jobId }) => String(jobId));
  return (
    <Accordion
      multiple
      value={open}
      onChange={(values) => onCloseJobs(groups.map(({ jobId }) => jobId).filter((jobId) => !values.includes(String(jobId))))}
      order={3}
      transitionDuration={OPENING_MS}
      classNames={{ item: classes.item, control: classes.control, label: classes.label, content: classes.content }}
    >
      {groups.map((group) => (
        <Accordion.Item key={group.jobId} value={String(group.jobId)}>
          <Accordion.Control>
            <JobHead group={group} />
          </Accordion.Control>
          <Accordion.Panel>
            <ul className={classes.trucks} aria-label={WORDS.order(group.orderNumber)}>
              {group.trucks.map((truck) => (
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
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
