import { lazy } from 'react';
import { useAccess } from '#web/lib/access/access.ts';
import { Once } from '#web/patterns/once.tsx';

const DeskBell = lazy(() => import('#web/features/desk-chats/components/desk-bell.tsx').then(({ DeskBell }) => ({ default: DeskBell })));

/** The bell of the dispatch desk, for staff on every page. */
export function DeskBellEntry() {
  const { isStaff } = useAccess();
  return (
    <Once isWanted={isStaff}>
      <DeskBell />
    </Once>
  );
}
