import type { PermissionCode } from '@yardage/contract/permissions';
import type { DeskArea } from '@yardage/contract/staff-roles';

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
  | 'customers'
  | 'announcement'
  | 'brand'
  | 'mail'
  | 'plug'
  | 'list'
  | 'badge';

/** The groups of the desk's menu, in their order. */
export const DESK_GROUPS = ['requests', 'accounts', 'portal', 'system'] as const;
export type DeskGroup = (typeof DESK_GROUPS)[number];

/** What the layout knows about a page. */
export interface Page {
  /** Shown in the header, the menu and the browser's title. */
  title: string;
  access: PageAccess;
  /** Set on pages that are in the sidebar. */
  menu?: { icon: MenuIcon; summary: string /** On pages of the desk. */; group?: DeskGroup };
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Required on every route, so that none can omit its access. Null on routes that only group others. */
    page: Page | null;
  }
}
