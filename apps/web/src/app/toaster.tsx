import { type SyntheticEvent, useSyncExternalStore } from 'react';
import { type Toast, toasts } from '#web/lib/toasts/toast-queue.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { ERROR_MESSAGES } from './error.messages.ts';
import classes from './toaster.module.css';

const ICONS = { success: 'check', info: 'info', destructive: 'alert' } as const;

/** Keeps popovers open, which close on a press outside of them: a toast is above everything, so pressing it should close nothing. */
const stopPropagation = (event: SyntheticEvent): void => event.stopPropagation();

/** Shows the current toast at the bottom right (ERR-14). */
export function Toaster() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current);
  return (
    <section
      className={classes.corner}
      data-toasts
      // An alert is its own live region. Inside of another one, some screen readers would read it twice.
      aria-live={toast?.kind === 'destructive' ? 'off' : 'polite'}
      aria-label={ERROR_MESSAGES.notifications}
      onMouseDown={stopPropagation}
      onTouchStart={stopPropagation}
      // Somebody who reads it or moves to its button needs more time. Not on `enter`: a toast may appear under a resting pointer.
      onPointerMove={({ pointerType }) => pointerType === 'mouse' && toasts.pause('pointer')}
      onPointerLeave={() => toasts.resume('pointer')}
      onFocus={() => toasts.pause('focus')}
      onBlur={() => toasts.resume('focus')}
    >
      {toast ? (
        <div
          key={toast.id}
          className={classes.toast}
          data-kind={toast.kind}
          data-focus-layer
          role={toast.kind === 'destructive' ? 'alert' : undefined}
        >
          <Icon name={ICONS[toast.kind]} className={classes.icon} />
          <div className={classes.text}>
            <p className={classes.title}>{toast.title}</p>
            {toast.message ? <p className={classes.message}>{toast.message}</p> : null}
            {toast.action ? <ToastAction {...toast.action} /> : null}
          </div>
          <button type="button" className={classes.close} aria-label={ERROR_MESSAGES.dismiss} onClick={toasts.dismiss}>
            <Icon name="close" size={16} />
          </button>
        </div>
      ) : null}
    </section>
  );
}

function ToastAction({ label, run }: NonNullable<Toast['action']>) {
  const act = (): void => {
    toasts.dismiss();
    run();
  };
  return (
    <button type="button" className={classes.action} onClick={act}>
      {label}
    </button>
  );
}
