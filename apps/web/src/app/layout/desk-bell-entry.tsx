import { lazy } from 'react';
import { useAccess } from '#web/lib/access/access.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';

const DeskBell = lazy(() => import('#web/features/desk-chats/components/desk-bell.tsx').then(({ DeskBell }) => ({ default: DeskBell })));

/** The bell of the dispatch desk, for staff on every page. */
export function DeskBellEntry() {
  const { isStaff } = useAccess();
  return (
    <MountOnceNeeded isNeeded={isStaff}>
      <DeskBell />
    </MountOnceNeeded>
  );
}
