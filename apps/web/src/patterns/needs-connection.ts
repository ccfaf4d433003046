import type { SyntheticEvent } from 'react';
import { isOffline, useIsOffline } from '#web/lib/offline/connection.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { NEEDS_CONNECTION_MESSAGES as MESSAGES } from './needs-connection.messages.ts';

const ONLINE = {};

/**
 * Props of a button that needs the server, such as one that opens a PDF. Without a connection they disable it and say why (OFF-02). It stays
 * in the tab order, so that screen readers read the reason.
 */
export function useNeedsConnection() {
  if (!useIsOffline()) return ONLINE;
  return { 'aria-disabled': true, 'data-disabled': true, 'data-needs-connection': true, title: MESSAGES.reason };
}

/** Stops clicks on such buttons, for the whole layout. A phone shows no tooltip, so a toast says why. */
export function refuseOfflineClick(event: SyntheticEvent): void {
  if (!isOffline() || !(event.target instanceof Element) || !event.target.closest('[data-needs-connection]')) return;
  event.preventDefault();
  event.stopPropagation();
  showOfflineToast();
}

/** Says that something needs a connection. */
export function showOfflineToast(): void {
  toasts.show({ kind: 'info', title: MESSAGES.offline, message: MESSAGES.reason });
}
