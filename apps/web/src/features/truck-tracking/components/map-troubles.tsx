import { Button, CloseButton } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '#web/patterns/icon.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { TRUCK_TRACKING_MESSAGES as MESSAGES } from '../truck-tracking.messages.ts';
import classes from './map-troubles.module.css';
import type { MapState } from './use-map-view.ts';

interface MapTroublesProps extends Pick<MapState, 'trouble' | 'isFallback'> {
  onRetry: () => void;
}

/** Explains problems with the map: the fallback style is used, the script failed to load, or the device cannot draw maps. */
export function MapTroubles({ trouble, isFallback, onRetry }: MapTroublesProps) {
  const [isNoteClosed, setIsNoteClosed] = useState(false);
  if (trouble) {
    const isFailed = trouble === 'failed';
    const retry = (
      <Button variant="default" onClick={onRetry}>
        {MESSAGES.retry}
      </Button>
    );
    return (
      <div className={classes.trouble}>
        <Notice
          kind={isFailed ? 'failure' : 'info'}
          title={isFailed ? MESSAGES.mapFailed : MESSAGES.mapUnavailable}
          action={isFailed ? retry : null}
        >
          {MESSAGES.mapUnavailableHint}
        </Notice>
      </div>
    );
  }
  if (!isFallback || isNoteClosed) return null;
  return (
    <div className={classes.note} role="status">
      <Icon name="info" size={16} />
      <span>{MESSAGES.styleFailed}</span>
      <CloseButton size={24} iconSize={14} aria-label={MESSAGES.dismiss} onClick={() => setIsNoteClosed(true)} />
    </div>
  );
}
