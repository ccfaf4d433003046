import type { PermissionCode } from '@yardage/contract/permissions';
import type { DeskArea } from '@yardage/contract/staff-roles';
import type { DeskGroup } from './desk-groups.ts';

/** Who may open a page: everyone, signed-in users, staff who may use the area of the desk, or users who hold any of the codes (SHL-03). */
export type PageAccess = 'public' | 'signed-in' | { readonly desk: DeskArea } | readonly [PermissionCode, ...PermissionCode[]];

/** The icons that a menu entry can have. */
export type MenuIcon =
  | 'dashboard'
  | 'orders'
  | 'tickets'
  | 'tracking'
  | 'quotes'
  | 'invoices'
  | 'payments'
  | 'statements'
  | 'people'
  | 'support'
  | 'assistant'
  | 'registrations'
  | 'chat'
  | 'headset'
  | 'document'
  | 'mail'
  | DeskMenuIcon;

type DeskMenuIcon = 'customers' | 'announcement' | 'brand' | 'plug' | 'list' | 'badge';

/** What the layout knows about a page. */
export interface Page {
  /** Shown in the header, the menu and the browser's title. */
  title: string;
  access: PageAccess;
  /** Set on pages that are in the sidebar. */
  menu?: {
    icon: MenuIcon;
    /** Shown on the dashboard; pages of the desk have none. */
    summary?: string;
    /** The group of a page of the desk. */
    group?: DeskGroup;
  };
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Required on every route, so that none can omit its access. Null on routes that only group others. */
    page: Page | null;
  }
}
