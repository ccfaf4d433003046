import { type AnyRoute, useRouter } from '@tanstack/react-router';
import { holdsAny } from '@yardage/contract/permissions';
import { type Access, useAccess } from '#web/lib/access/access.ts';
import type { MenuIcon, Page } from './page.ts';

export interface MenuEntry {
  path: string;
  title: string;
  icon: MenuIcon;
  summary: string;
}

/** Returns whether a user with these permissions may open the page. */
export function mayOpen(page: Page, { permissions, isStaff }: Pick<Access, 'permissions' | 'isStaff'>): boolean {
  if (page.access === 'staff') return isStaff;
  // Staff without permissions for a customer have nothing to see on pages about one.
  if (isStaff && permissions.size === 0 && page.menu) return false;
  return typeof page.access === 'string' || holdsAny(permissions, page.access);
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
    return [{ path: route.fullPath, title: page.title(), icon: page.menu.icon, summary: page.menu.summary() }];
  });
}
