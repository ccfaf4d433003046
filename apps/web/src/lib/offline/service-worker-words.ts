/** Names that several parts of the offline support share. */

/** The page's message to a waiting worker: serve the new version from now on. */
export const TAKE_OVER = 'yardage.take-over';

/** Names of the worker's caches besides the app's files. They hold nothing private. */
export const APP_CACHES = { settings: 'yardage-settings', branding: 'yardage-branding' } as const;

/** The database of kept answers and unsent entries. */
export const OFFLINE_DATABASE = 'yardage-offline';
