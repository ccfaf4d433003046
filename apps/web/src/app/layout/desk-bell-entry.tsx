import { lazy } from 'react';
import { useMayUseDesk } from '#web/lib/access/access.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';

const DeskBell = lazy(() => import('#web/features/desk-chats/components/desk-bell.tsx').then(({ DeskBell }) => ({ default: DeskBell })));

/** The bell of the dispatch desk, on every page of staff who answer chats. */
export function DeskBellEntry() {
  const isDispatcher = useMayUseDesk('chats');
  return (
    <MountOnceNeeded isNeeded={isDispatcher}>
      <DeskBell />
    </MountOnceNeeded>
  );
}
