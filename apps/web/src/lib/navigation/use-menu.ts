import { type AnyRoute, useRouter } from '@tanstack/react-router';
import { holdsAny } from '@yardage/contract/permissions';
import { type DeskArea, mayUseDesk } from '@yardage/contract/staff-roles';
import { type Access, useAccess } from '#web/lib/access/access.ts';
import type { DeskGroup, MenuIcon, Page, PageAccess } from './page.ts';

export interface MenuEntry {
  path: string;
  title: string;
  icon: MenuIcon;
  summary: string;
  group?: DeskGroup;
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
    return [{ path: route.fullPath, title: page.title, ...page.menu }];
  });
}
