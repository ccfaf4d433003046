import { defineMessages } from '@yardage/messages/messages';

/** UI text about the connection and new versions of the portal. */
export const OFFLINE_MESSAGES = defineMessages('offline', {
  offline: 'No connection.',
  offlineText: 'You see what was loaded last. Messages you write are sent as soon as you are back online.',
  updateReady: 'A new version of the portal is ready.',
  update: 'Update',
  updateWaits: 'A new version is ready. Save or discard what you typed first.',
  notSent: 'This needs a connection, so nothing was sent. What you typed is still here.',
});
