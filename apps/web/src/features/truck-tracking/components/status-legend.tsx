import { TICKET_STATUSES } from '@yardage/domain/names.messages';
import { TRUCK_TRACKING_MESSAGES as MESSAGES } from '../truck-tracking.messages.ts';
import classes from './status-legend.module.css';
import { StatusPin } from './status-pin.tsx';

/** The legend of the pins (TRK-08). */
export function StatusLegend() {
  return (
    <ul className={classes.legend} aria-label={MESSAGES.legend}>
      {Object.entries(TICKET_STATUSES).map(([statusId, name]) => (
        <li key={statusId} className={classes.entry}>
          <StatusPin statusId={Number(statusId)} />
          {name}
        </li>
      ))}
    </ul>
  );
}
