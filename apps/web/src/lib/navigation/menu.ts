import { type AnyRoute, useRouter } from '@tanstack/react-router';
import { holdsAny, type PermissionCode } from '@yardage/contract/permissions';
import { type DeskArea, mayUseDesk } from '@yardage/contract/staff-roles';
import { type Access, useAccess } from '#web/lib/access/access.ts';
import { SIDEBAR_KEY } from '#web/lib/storage-keys.ts';
import { createStore, local, useStore } from '#web/lib/store.ts';

export interface MenuEntry {
  path: string;
  title: string;
  icon: MenuIcon;
  group?: MenuGroup;
}

/** Returns whether a user with these permissions may open the page. */
export function mayOpen(page: Page, { permissions, staffRole }: Pick<Access, 'permissions' | 'staffRole'>): boolean {
  if (isDeskAccess(page.access)) return mayUseDesk(staffRole, [page.access.desk]);
  // Staff without permissions for a customer have nothing to see on pages about one.
  if (staffRole && permissions.size === 0 && page.menu) return false;
  return typeof page.access === 'string' || holdsAny(permissions, page.access);
}

/** Returns whether the page is one of the desk. */
export function isDeskAccess(access: PageAccess): access is { readonly desk: DeskArea } {
  return typeof access === 'object' && 'desk' in access;
}

/** Returns a function that checks whether a path is a page that the user may open. */
export function useCanOpen(): (path: string) => boolean {
  const access = useAccess();
  const routes = useRouter().routesByPath as Readonly<Record<string, AnyRoute>>;
  return (path) => {
    const page: Page | null | undefined = routes[path]?.options.staticData?.page;
    return page ? mayOpen(page, access) : false;
  };
}

/** Returns the sidebar's entries in the order of the routes, without those that the user may not open (PER-08). */
export function useMenu(): MenuEntry[] {
  const access = useAccess();
  const routes: AnyRoute[] = Object.values(useRouter().routesById);
  return routes.flatMap((route) => {
    const page: Page | null | undefined = route.options.staticData?.page;
    if (!page?.menu || !mayOpen(page, access)) return [];
    return [{ ...page.menu, path: route.fullPath, title: page.title() }];
  });
}

/** Who may open a page: everyone, signed-in users, staff who may use the area of the desk, or users who hold any of the codes (SHL-03). */
type PageAccess = 'public' | 'signed-in' | { readonly desk: DeskArea } | readonly [PermissionCode, ...PermissionCode[]];

/** The icons that a menu entry can have. */
type MenuIcon =
  | 'dashboard'
  | 'orders'
  | 'tickets'
  | 'tracking'
  | 'quotes'
  | 'invoices'
  | 'payments'
  | 'calendar'
  | 'approve'
  | 'wallet'
  | 'statements'
  | 'people'
  | 'support'
  | 'assistant'
  | 'registrations'
  | 'chat'
  | 'headset'
  | 'document'
  | 'mail'
  | 'alert'
  | 'plug'
  | DeskMenuIcon;

type DeskMenuIcon = 'customers' | 'announcement' | 'brand' | 'list' | 'badge';

/** What the layout knows about a page. */
export interface Page {
  /** Shown in the header, the menu and the browser's title. */
  title: () => string;
  access: PageAccess;
  /** Set on pages that are in the sidebar. */
  menu?: {
    icon: MenuIcon;
    /** The group that it belongs to. Without one it comes first. */
    group?: MenuGroup;
  };
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Required on every route, so that none can omit its access. Null on routes that only group others. */
    page: Page | null;
  }
}

/** Open unless the user has closed it in this browser (SHL-14). */
const isOpen = createStore<boolean>({ storage: local, key: SIDEBAR_KEY, read: (stored) => stored !== false });

/** Opens or closes the sidebar, and stores the choice. */
export function toggleSidebar(): void {
  isOpen.set((before) => !before);
}

/** Returns whether the sidebar is open. Drawers also derive their width from it (SHL-16). */
export function useIsSidebarOpen(): boolean {
  return useStore(isOpen);
}

/** The groups of the customers' pages, in their order. */
export const PORTAL_GROUPS = ['orders', 'billing', 'account'] as const;
/** The groups of the desk's pages, in their order. */
export const DESK_GROUPS = ['requests', 'accounts', 'portal', 'system'] as const;
export type MenuGroup = (typeof PORTAL_GROUPS)[number] | (typeof DESK_GROUPS)[number];

/** Returns whether an entry of the menu leads to a page of the desk. */
export const isOfDesk = ({ group }: MenuEntry): boolean => DESK_GROUPS.some((each) => each === group);

/** The groups of the menu that the user has closed in this browser. */
const closedGroups = createStore<readonly string[]>({
  storage: local,
  key: 'yardage.menu-closed',
  read: (stored) => (Array.isArray(stored) ? stored.filter((group) => typeof group === 'string') : []),
});

/** Opens or closes a group of the menu, and stores the choice. */
export function toggleMenuGroup(group: MenuGroup): void {
  closedGroups.set((before) => (before.includes(group) ? before.filter((each) => each !== group) : [...before, group]));
}

/** Returns whether a group of the menu is open. */
export function useIsMenuGroupOpen(group: MenuGroup): boolean {
  return useStore(closedGroups, (closed) => !closed.includes(group));
}
