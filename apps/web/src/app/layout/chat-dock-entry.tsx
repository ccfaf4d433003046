import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazy } from 'react';
import { useDockedChats } from '#web/features/chat/dock-store.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomers } from '#web/lib/customer/customer-store.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';

const ChatDock = lazy(() => import('#web/features/chat/components/chat-dock.tsx').then(({ ChatDock }) => ({ default: ChatDock })));

/** Minimised chats on every page. Loaded once there is one. */
export function ChatDockEntry() {
  const { selected } = useCustomers();
  const chats = useDockedChats(selected);
  const canChat = useHoldsAny([PERMISSIONS.DISPATCHER_CHAT_VIEW]);
  if (!selected || !canChat) return null;
  return (
    <MountOnceNeeded isNeeded={chats.length > 0}>
      <ChatDock chats={chats} />
    </MountOnceNeeded>
  );
}
