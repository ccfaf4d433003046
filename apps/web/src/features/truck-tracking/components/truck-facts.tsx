import type { ActiveTruck, TruckPosition } from '@yardage/contract/truck-tracking';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { isComing, isInMotion } from '@yardage/domain/truck-board';
import type { ReactNode } from 'react';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useNow } from '#web/lib/use-now.ts';
import { etaText, fixAge, wholeMinutes } from '../spans.ts';
import { TRUCK_FIELDS as FIELDS, TRUCK_TRACKING_MESSAGES as MESSAGES } from '../truck-tracking.messages.ts';
import classes from './truck-facts.module.css';

const TICK_MS = 1000;

interface TruckFactsProps {
  truck: ActiveTruck;
  /** Opens the ticket's details. If undefined, the number is plain text. */
  onOpenTicket: ((ticketId: number) => void) | undefined;
}

/** All details of a truck (TRK-05, TRK-06). */
export function TruckFacts({ truck, onOpenTicket }: TruckFactsProps) {
  const { time } = useFormats();
  const nowMs = useNow(TICK_MS);
  const { position, eta, driverName, productSlump, ticketNotes, plant } = truck;
  const fix = position && fixAge(position.recordedAt, nowMs);
  const facts: [string, ReactNode][] = [
    [FIELDS.eta, isComing(truck.ticketStatusId) ? etaText(eta, nowMs, time) : MESSAGES.arrived],
    [FIELDS.motion, position ? motionOf(position.speed) : MESSAGES.notOnMap],
    [FIELDS.power, position ? (position.power ? MESSAGES.powerOn : MESSAGES.powerOff) : null],
    [FIELDS.fix, fix ? <FixAge key="fix" {...fix} /> : null],
    [FIELDS.driver, driverName],
    [FIELDS.load, MESSAGES.load(truck.ticketLoadNumber, formatQuantity(truck.productTicketQuantity, truck.unitOfMeasure))],
    [FIELDS.loaded, truck.loadedAt ? MESSAGES.ago(wholeMinutes(truck.loadedAt, nowMs)) : MESSAGES.notLoaded],
    [FIELDS.product, `${truck.productNumber} · ${truck.productDescription}`],
    [FIELDS.slump, productSlump],
    [FIELDS.ticket, <TicketNumber key="ticket" truck={truck} onOpenTicket={onOpenTicket} />],
    [FIELDS.plant, plant],
    [FIELDS.notes, ticketNotes],
  ];
  return (
    <dl className={classes.facts}>
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

function motionOf(speed: TruckPosition['speed']): string {
  return `${isInMotion(speed) ? MESSAGES.inMotion : MESSAGES.stopped} · ${formatNumber(Math.round(speed.value))} ${speed.unit}`;
}

function FixAge({ text, isStale }: { text: string; isStale: boolean }) {
  return <span className={isStale ? classes.stale : undefined}>{text}</span>;
}

function TicketNumber({ truck: { ticketId, ticketNumber }, onOpenTicket }: TruckFactsProps) {
  if (!onOpenTicket) return ticketNumber;
  return (
    <button type="button" className={classes.link} aria-label={MESSAGES.openTicket(ticketNumber)} onClick={() => onOpenTicket(ticketId)}>
      {ticketNumber}
    </button>
  );
}
