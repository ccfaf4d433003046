import { useEffect } from 'react';
import { acceptUpdate, isUpdateReady } from '#web/lib/offline/app-updates.ts';
import { useIsOffline, watchConnection } from '#web/lib/offline/connection.ts';
import { hasPendingInput, unsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useStore } from '#web/lib/store.ts';
import { Icon } from '#web/patterns/icon.tsx';
import classes from './connection-bar.module.css';
import { OFFLINE_MESSAGES as MESSAGES } from './offline.messages.ts';

/** Says that there is no connection, or that a new version is ready (OFF-01, OFF-02). */
export function ConnectionBar() {
  useEffect(() => watchConnection(), []);
  const isOffline = useIsOffline();
  const isReady = useStore(isUpdateReady);
  const hasInput = useStore(unsavedInput, hasPendingInput);
  return (
    <div className={classes.place} role="status">
      {isOffline ? (
        <p className={classes.bar} data-kind="offline">
          <Icon name="alert" size={16} />
          <span>
            <strong>{MESSAGES.offline}</strong> {MESSAGES.offlineText}
          </span>
        </p>
      ) : isReady ? (
        <div className={classes.bar}>
          <Icon name="info" size={16} />
          <span className={classes.text}>{hasInput ? MESSAGES.updateWaits : MESSAGES.updateReady}</span>
          {hasInput ? null : (
            <button type="button" className={classes.action} onClick={acceptUpdate}>
              {MESSAGES.update}
            </button>
          )}
        </div>
      ) : null}
    </div>
  );
}
