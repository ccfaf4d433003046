import { ActionIcon } from '@mantine/core';
import { Icon } from '#web/patterns/icon.tsx';
import { TRUCK_TRACKING_MESSAGES as MESSAGES } from '../truck-tracking.messages.ts';
import classes from './map-tools.module.css';

interface MapToolsProps {
  onZoom: (levels: 1 | -1) => void;
  onReset: () => void;
}

/** Buttons to zoom and to return to the view of all trucks (TRK-03). */
export function MapTools({ onZoom, onReset }: MapToolsProps) {
  const tools = [
    { label: MESSAGES.zoomIn, icon: 'plus', run: () => onZoom(1) },
    { label: MESSAGES.zoomOut, icon: 'minus', run: () => onZoom(-1) },
    { label: MESSAGES.resetView, icon: 'overview', run: onReset },
  ] as const;
  return (
    <div className={classes.tools}>
      {tools.map(({ label, icon, run }) => (
        <ActionIcon key={icon} variant="default" size={36} aria-label={label} title={label} onClick={run}>
          <Icon name={icon} />
        </ActionIcon>
      ))}
    </div>
  );
}
