import type { ActiveTruck } from '@yardage/contract/truck-tracking';
import { TICKET_STATUSES } from '@yardage/domain/names.messages';
import type { TicketStatusId } from '@yardage/domain/tickets';
import { isComing } from '@yardage/domain/truck-board';
import { useEffect, useId, useRef } from 'react';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { truckPlace } from '../places.ts';
import { elapsedMs, STALE_AFTER_MS, shortEtaText, sinceLoading, spanText } from '../spans.ts';
import { TRUCK_FIELDS as FIELDS, TRUCK_TRACKING_MESSAGES as MESSAGES } from '../truck-tracking.messages.ts';
import { StatusPin } from './status-pin.tsx';
import { TruckFacts } from './truck-facts.tsx';
import classes from './truck-row.module.css';

interface TruckRowProps {
  truck: ActiveTruck;
  isSelected: boolean;
  nowMs: number;
  /** True if all positions are stale. The page then says so once, instead of every row. */
  isBoardOld: boolean;
  onChoose: (ticketId: number | undefined) => void;
  onOpenTicket: ((ticketId: number) => void) | undefined;
}

/** Returns the name of a truck's status. */
export const statusName = (statusId: number): string => TICKET_STATUSES[statusId as TicketStatusId] ?? String(statusId);

/** A truck in the list with its status and ETA. The selected truck shows all details. */
export function TruckRow({ truck, isSelected, nowMs, isBoardOld, onChoose, onOpenTicket }: TruckRowProps) {
  const { time } = useFormats();
  const row = useRef<HTMLLIElement>(null);
  const factsId = useId();
  const { ticketId, truckNumber, ticketStatusId, eta, position, loadedAt } = truck;

  // Scroll to the row of a truck selected on the map. When its popup closes and focus is lost, move focus to the row.
  useEffect(() => {
    const item = row.current;
    if (!isSelected) return;
    item?.scrollIntoView({ block: 'nearest' });
    return () => {
      if (document.activeElement === document.body) item?.querySelector('button')?.focus({ preventScroll: true });
    };
  }, [isSelected]);

  const ageMs = position && elapsedMs(position.recordedAt, nowMs);
  return (
    <li ref={row} className={classes.truck} data-selected={isSelected || undefined}>
      <button
        type="button"
        className={classes.row}
        aria-expanded={isSelected}
        aria-controls={isSelected ? factsId : undefined}
        onClick={() => onChoose(isSelected ? undefined : ticketId)}
      >
        <StatusPin statusId={ticketStatusId} />
        <span className={classes.name}>
          <span className={classes.number}>{MESSAGES.truck(truckNumber)}</span>
          <span className={classes.status}>{statusName(ticketStatusId)}</span>
        </span>
        <span className={classes.times}>
          <span className={classes.arrival}>
            {isComing(ticketStatusId) ? (
              <>
                {FIELDS.eta} {shortEtaText(eta, nowMs, time)}
              </>
            ) : (
              MESSAGES.arrived
            )}
          </span>
          <span className={classes.since}>{sinceLoading(loadedAt, nowMs)}</span>
          {truckPlace(truck) === null ? <span className={classes.warning}>{MESSAGES.notOnMap}</span> : null}
          {!isBoardOld && ageMs && ageMs > STALE_AFTER_MS ? (
            <span className={classes.since}>{MESSAGES.oldPosition(spanText(ageMs))}</span>
          ) : null}
        </span>
      </button>
      {isSelected ? (
        <div id={factsId} className={classes.facts}>
          <TruckFacts truck={truck} onOpenTicket={onOpenTicket} />
        </div>
      ) : null}
    </li>
  );
}
