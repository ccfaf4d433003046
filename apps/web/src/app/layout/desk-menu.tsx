import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deskCountsQuery } from '#web/features/desk/desk.api.ts';
import { deskWaitingQuery } from '#web/features/desk-chats/desk-chats.api.ts';
import { useMayUseDesk } from '#web/lib/access/access.ts';
import { refetchChanged, useHubEvent } from '#web/lib/hub/hub.ts';
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

/** The desk's part of the menu, with how much waits on its pages. */
export function DeskMenu(props: DeskMenuProps) {
  const counts = useCounts();
  const countOf = ({ path }: MenuEntry) => {
    const count = counts.get(path) ?? 0;
    return count > 0 ? { count, text: DESK_MENU_MESSAGES.waiting(count) } : undefined;
  };
  return <MenuGroups groups={DESK_GROUPS} titleOf={(group) => DESK_MENU_MESSAGES[group]} icon={iconOf} countOf={countOf} {...props} />;
}

/** How much waits, by the paths of the pages. */
function useCounts(): ReadonlyMap<string, number> {
  const client = useQueryClient();
  const hasBell = useMayUseDesk('chats', 'requests');
  const hasCounts = useMayUseDesk('registrations', 'support', 'disputes', 'payments');
  // The bell keeps it up to date.
  const { data: waiting } = useQuery({ ...deskWaitingQuery(), enabled: hasBell });
  const counts = deskCountsQuery();
  const { data } = useQuery({ ...counts, enabled: hasCounts });
  useHubEvent('DeskChanged', () => refetchChanged(client, { queryKey: counts.queryKey }));
  return new Map([
    ['/desk/chats', (waiting?.chats.length ?? 0) + (waiting?.own.length ?? 0)],
    ['/desk/requests', waiting?.requests.count ?? 0],
    ['/desk/registrations', data?.registrations ?? 0],
    ['/desk/support', data?.support ?? 0],
    ['/desk/disputes', data?.disputes ?? 0],
    ['/desk/payments', data?.payments ?? 0],
  ]);
}

function iconOf({ icon }: MenuEntry) {
  return isDeskIcon(icon) ? <DeskIcon name={icon} /> : <Icon name={icon as IconName} />;
}
