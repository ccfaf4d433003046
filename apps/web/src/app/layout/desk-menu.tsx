import { useQuery } from '@tanstack/react-query';
import { deskWaitingQuery } from '#web/features/desk-chats/desk-chats.api.ts';
import { useMayUseDesk } from '#web/lib/access/access.ts';
import { DESK_GROUPS, type MenuEntry } from '#web/lib/navigation/menu.ts';
import { DeskIcon, isDeskIcon } from '#web/patterns/desk-icon.tsx';
import { Icon, type IconName } from '#web/patterns/icon.tsx';
import { DESK_MENU_MESSAGES } from './desk-menu.messages.ts';
import { MenuGroups } from './menu-list.tsx';

interface DeskMenuProps {
  entries: readonly MenuEntry[];
  isRail: boolean;
  onChoose: (() => void) | undefined;
}

/** The desk's part of the menu, with the number of chats and requests that wait. */
export function DeskMenu(props: DeskMenuProps) {
  const hasChats = useMayUseDesk('chats');
  const hasRequests = useMayUseDesk('requests');
  // The bell keeps it up to date.
  const { data } = useQuery({ ...deskWaitingQuery(), enabled: hasChats || hasRequests });
  const counts = new Map([
    ['/desk/chats', (data?.chats.length ?? 0) + (data?.own.length ?? 0)],
    ['/desk/requests', data?.requests.count ?? 0],
  ]);
  const countOf = ({ path }: MenuEntry) => {
    const count = counts.get(path) ?? 0;
    return count > 0 ? { count, text: DESK_MENU_MESSAGES.waiting(count) } : undefined;
  };
  return <MenuGroups groups={DESK_GROUPS} titleOf={(group) => DESK_MENU_MESSAGES[group]} icon={iconOf} countOf={countOf} {...props} />;
}

function iconOf({ icon }: MenuEntry) {
  return isDeskIcon(icon) ? <DeskIcon name={icon} /> : <Icon name={icon as IconName} />;
}
