import { CloseButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { ActiveTruck } from '@yardage/contract/truck-tracking';
import { isComing } from '@yardage/domain/truck-board';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { hasOpenOverlay } from '#web/lib/overlays/use-overlay.ts';
import { useServerNow } from '#web/lib/use-now.ts';
import { arrivalLine } from '../spans.ts';
import { TRUCK_TRACKING_MESSAGES as MESSAGES } from '../truck-tracking.messages.ts';
import { StatusPin } from './status-pin.tsx';
import classes from './truck-popup.module.css';
import { statusText } from './truck-row.tsx';

/** How often the ETA is checked for being due. */
const TICK_MS = 15_000;

interface TruckPopupProps {
  truck: ActiveTruck;
  onClose: () => void;
}

/** The key facts of the selected truck, over its pin. The list shows the rest. */
export function TruckPopup({ truck, onClose }: TruckPopupProps) {
  const { time } = useFormats();
  const nowMs = useServerNow(TICK_MS);
  const { truckNumber, ticketStatusId, eta } = truck;
  // The popup is part of the map and no overlay: Back does not close it, so it is not on the overlay stack and handles Esc itself.
  useWindowEvent('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented && !hasOpenOverlay()) onClose();
  });
  return (
    <section className={classes.popup} aria-label={MESSAGES.truck(truckNumber)}>
      <header className={classes.head}>
        <StatusPin statusId={ticketStatusId} />
        <span className={classes.name}>
          <span className={classes.number}>{MESSAGES.truck(truckNumber)}</span>
          <span className={classes.status}>{statusText(truck)}</span>
        </span>
        <CloseButton size={28} iconSize={16} className={classes.close} aria-label={MESSAGES.close} onClick={onClose} />
      </header>
      <p className={classes.arrival}>{isComing(ticketStatusId) ? arrivalLine(eta, nowMs, time, true) : MESSAGES.arrived}</p>
    </section>
  );
}
