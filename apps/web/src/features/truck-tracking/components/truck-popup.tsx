import { CloseButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { ActiveTruck } from '@yardage/contract/truck-tracking';
import { isComing } from '@yardage/domain/truck-board';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { etaText } from '../spans.ts';
import { TRUCK_FIELDS as FIELDS, TRUCK_TRACKING_MESSAGES as WORDS } from '../truck-tracking.messages.ts';
import { StatusPin } from './status-pin.tsx';
import { TruckFacts } from './truck-facts.tsx';
import classes from './truck-popup.module.css';
import { statusName } from './truck-row.tsx';

/** What lies over the page holds the focus, and closes by the same key first. */
const LAYERS = '[role="dialog"], [role="menu"], [role="combobox"][aria-expanded="true"]';

interface TruckPopupProps {
  truck: ActiveTruck;
  /** On small screens the facts stand in the list below; here only what one looks for first. */
  isShort: boolean;
  onOpenTicket: ((ticketId: number) => void) | undefined;
  onClose: () => void;
}

/** The chosen truck's facts, over its pin. */
export function TruckPopup({ truck, isShort, onOpenTicket, onClose }: TruckPopupProps) {
  const { time } = useFormats();
  const { truckNumber, ticketStatusId, eta } = truck;
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape' && !document.activeElement?.closest(LAYERS)) onClose();
  });
  return (
    <section className={classes.popup} data-short={isShort || undefined} aria-label={WORDS.truck(truckNumber)}>
      <header className={classes.head}>
        <StatusPin statusId={ticketStatusId} />
        <span className={classes.name}>
          <span className={classes.number}>{WORDS.truck(truckNumber)}</span>
          <span className={classes.status}>{statusName(ticketStatusId)}</span>
        </span>
        <CloseButton size={28} iconSize={16} className={classes.close} aria-label={WORDS.close} onClick={onClose} />
      </header>
      {isShort ? (
        <p className={classes.arrival}>
          {isComing(ticketStatusId) ? (
            <>
              {FIELDS.eta} {etaText(eta, time)}
            </>
          ) : (
            WORDS.arrived
          )}
        </p>
      ) : (
        <TruckFacts truck={truck} onOpenTicket={onOpenTicket} />
      )}
    </section>
  );
}
