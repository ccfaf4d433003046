import { Button } from '@mantine/core';
import type { ActiveTruck } from '@yardage/contract/truck-tracking';
import { TICKET_STATUS_NAMES, TICKET_WORDS } from '@yardage/domain/names.messages';
import { formatQuantity } from '@yardage/domain/quantities';
import type { TicketStatusId } from '@yardage/domain/tickets';
import { canBeSigned } from '@yardage/domain/tickets';
import { isComing } from '@yardage/domain/truck-board';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useSignPage } from '#web/lib/navigation/page-links.ts';
import { useServerNow } from '#web/lib/use-now.ts';
import { truckPlace } from '../places.ts';
import { arrivalLine, elapsedMs, etaText, fixAge, motionText, STALE_AFTER_MS, sinceLoading, spanText, wholeMinutes } from '../spans.ts';
import { TRUCK_FIELDS as FIELDS, TRUCK_TRACKING_MESSAGES as MESSAGES } from '../truck-tracking.messages.ts';
import { StatusPin } from './status-pin.tsx';
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

/** Returns the name of a truck's status, and whether its load was rejected. */
export function statusText({ ticketStatusId, isRejected }: ActiveTruck): string {
  const name = TICKET_STATUS_NAMES[ticketStatusId as TicketStatusId] ?? String(ticketStatusId);
  return isRejected ? `${name} · ${TICKET_WORDS.rejected}` : name;
}

/** A truck in the list with its status and ETA. The selected truck shows all details. */
export function TruckRow({ truck, isSelected, nowMs, isBoardOld, onChoose, onOpenTicket }: TruckRowProps) {
  const { time } = useFormats();
  const row = useRef<HTMLLIElement>(null);
  const factsId = useId();
  const sign = useSignPage();
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
        data-has-content
        aria-controls={isSelected ? factsId : undefined}
        onClick={() => onChoose(isSelected ? undefined : ticketId)}
      >
        <StatusPin statusId={ticketStatusId} />
        <span className={classes.name}>
          <span className={classes.number}>{MESSAGES.truck(truckNumber)}</span>
          <span className={classes.status}>{statusText(truck)}</span>
        </span>
        <span className={classes.times}>
          <span className={classes.arrival}>{isComing(ticketStatusId) ? arrivalLine(eta, nowMs, time) : MESSAGES.arrived}</span>
          <span className={classes.since}>{sinceLoading(loadedAt, nowMs)}</span>
          {truckPlace(truck) === null ? <span className={classes.warning}>{MESSAGES.notOnMap}</span> : null}
          {!isBoardOld && ageMs && ageMs > STALE_AFTER_MS ? (
            <span className={classes.since}>{MESSAGES.oldPosition(spanText(ageMs))}</span>
          ) : null}
        </span>
      </button>
      {isSelected ? (
        <div id={factsId} className={classes.facts}>
          <TruckFacts truck={truck} rowNowMs={nowMs} onOpenTicket={onOpenTicket} />
          {sign && canBeSigned({ statusId: ticketStatusId, isCancelled: false }) ? (
            <Button variant="default" fullWidth className={classes.sign} onClick={() => sign(ticketId)}>
              {MESSAGES.sign}
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

const TICK_MS = 1000;

interface TruckFactsProps extends TicketNumberProps {
  /** The time for which the row was rendered. Row and facts show the same minutes. */
  rowNowMs: number;
}

interface TicketNumberProps {
  truck: ActiveTruck;
  /** Opens the ticket's details. If undefined, the number is plain text. */
  onOpenTicket: ((ticketId: number) => void) | undefined;
}

/** All details of a truck (TRK-05, TRK-06). */
function TruckFacts({ truck, rowNowMs, onOpenTicket }: TruckFactsProps) {
  const { time } = useFormats();
  const nowMs = useServerNow(TICK_MS);
  const { position, eta, driverName, productSlump, ticketNotes, plant, plantAddress } = truck;
  const fix = position && fixAge(position.recordedAt, nowMs);
  const facts: [string, ReactNode][] = [
    [FIELDS.eta, isComing(truck.ticketStatusId) ? etaText(eta, rowNowMs, time) : MESSAGES.arrived],
    [FIELDS.motion, position ? motionText(position, nowMs) : MESSAGES.notOnMap],
    [FIELDS.power, position ? (position.power ? MESSAGES.powerOn : MESSAGES.powerOff) : null],
    [FIELDS.fix, fix ? <FixAge key="fix" {...fix} /> : null],
    [FIELDS.driver, driverName],
    [FIELDS.load, MESSAGES.load(truck.ticketLoadNumber, formatQuantity(truck.productTicketQuantity, truck.unitOfMeasure))],
    [FIELDS.loaded, truck.loadedAt ? MESSAGES.ago(wholeMinutes(truck.loadedAt, rowNowMs)) : MESSAGES.notLoaded],
    [FIELDS.product, `${truck.productNumber} · ${truck.productDescription}`],
    [FIELDS.slump, productSlump],
    [FIELDS.ticket, <TicketNumber key="ticket" truck={truck} onOpenTicket={onOpenTicket} />],
    [FIELDS.plant, [plant, plantAddress].filter(Boolean).join(' · ')],
    [FIELDS.notes, ticketNotes],
  ];
  return (
    <dl className={classes.factList}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function FixAge({ text, isStale }: { text: string; isStale: boolean }) {
  return <span className={isStale ? classes.stale : undefined}>{text}</span>;
}

function TicketNumber({ truck: { ticketId, ticketNumber }, onOpenTicket }: TicketNumberProps) {
  if (!onOpenTicket) return ticketNumber;
  return (
    <button type="button" className={classes.link} aria-label={MESSAGES.openTicket(ticketNumber)} onClick={() => onOpenTicket(ticketId)}>
      {ticketNumber}
    </button>
  );
}
