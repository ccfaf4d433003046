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

/** Whether a user with these permissions may open the page. */
export function mayOpen(page: Page, { permissions, isStaff }: Pick<Access, 'permissions' | 'isStaff'>): boolean {
  if (page.access === 'staff') return isStaff;
  // Staff have no customer number, and nothing to see on pages that are about one.
  if (isStaff && permissions.size === 0 && page.menu) return false;
  return typeof page.access === 'string' || holdsAny(permissions, page.access);
}

/** Tells whether there is a page at a path and the user may open it. */
export function useCanOpen(): (path: string) => boolean {
  const access = useAccess();
  const routes = useRouter().routesByPath as Readonly<Record<string, AnyRoute>>;
  return (path) => {
    const page: Page | null | undefined = routes[path]?.options.staticData?.page;
    return page ? mayOpen(page, access) : false;
  };
}

/** The sidebar's entries in the order of the router's list, without those the user may not open (PER-08). */
export function useMenu(): MenuEntry[] {
  const access = useAccess();
  const routes: AnyRoute[] = Object.values(useRouter().routesById);
  return routes.flatMap((route) => {
    const page: Page | null | undefined = route.options.staticData?.page;
    if (!page?.menu || !mayOpen(page, access)) return [];
    return [{ path: route.fullPath, title: page.title, ...page.menu }];
  });
}
