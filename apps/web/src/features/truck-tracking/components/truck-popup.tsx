import { CloseButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { ActiveTruck } from '@yardage/contract/truck-tracking';
import { isComing } from '@yardage/domain/truck-board';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useNow } from '#web/lib/use-now.ts';
import { etaText } from '../spans.ts';
import { TRUCK_FIELDS as FIELDS, TRUCK_TRACKING_MESSAGES as WORDS } from '../truck-tracking.messages.ts';
import { StatusPin } from './status-pin.tsx';
import classes from './truck-popup.module.css';
import { statusName } from './truck-row.tsx';

/** What lies over the page holds the focus, and closes by the same key first. */
const LAYERS = '[role="dialog"], [role="menu"], [role="combobox"][aria-expanded="true"]';

/** How often an expected arrival is looked at for having come. */
const TICK_MS = 15_000;

interface TruckPopupProps {
  truck: ActiveTruck;
  onClose: () => void;
}

/** What one looks for first of the chosen truck, over its pin; all the rest stands in the list. */
export function TruckPopup({ truck, onClose }: TruckPopupProps) {
  const { time } = useFormats();
  const nowMs = useNow(TICK_MS);
  const { truckNumber, ticketStatusId, eta } = truck;
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape' && !document.activeElement?.closest(LAYERS)) onClose();
  });
  return (
    <section className={classes.popup} aria-label={WORDS.truck(truckNumber)}>
      <header className={classes.head}>
        <StatusPin statusId={ticketStatusId} />
        <span className={classes.name}>
          <span className={classes.number}>{WORDS.truck(truckNumber)}</span>
          <span className={classes.status}>{statusName(ticketStatusId)}</span>
        </span>
        <CloseButton size={28} iconSize={16} className={classes.close} aria-label={WORDS.close} onClick={onClose} />
      </header>
      <p className={classes.arrival}>
        {isComing(ticketStatusId) ? (
          <>
            {FIELDS.eta} {etaText(eta, nowMs, time)}
          </>
        ) : (
          WORDS.arrived
        )}
      </p>
    </section>
  );
}
