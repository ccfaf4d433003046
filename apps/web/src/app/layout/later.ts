import { AlertBell } from '#web/features/alerts/components/alert-bell.tsx';
import { LiveRecords } from './live-records.tsx';
import { MenuDrawer } from './menu-drawer.tsx';
import { OfflineEntry } from './offline-entry.tsx';
import { UnsentBar } from './unsent-bar.tsx';

/** Parts of the layout that are loaded once the page is shown: together, because one request costs a phone less than five. */
export const LATER = { AlertBell, LiveRecords, MenuDrawer, OfflineEntry, UnsentBar };
