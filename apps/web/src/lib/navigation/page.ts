import type { PermissionCode } from '@yardage/contract/permissions';

/** Who may open a page: everyone, everyone signed in, the supplier's people, or holders of any of the codes (SHL-03). */
export type PageAccess = 'public' | 'signed-in' | 'staff' | readonly [PermissionCode, ...PermissionCode[]];

/** The pictures a menu entry can carry. */
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
  | 'headset';

/** What the frame around a page knows of it. */
export interface Page {
  /** The menu name in the header and the browser's title. */
  title: string;
  access: PageAccess;
  /** Present on pages that stand in the sidebar. */
  menu?: { icon: MenuIcon; summary: string };
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Required of every route, so that none can forget to say who may open it; null on routes that only hold others. */
    page: Page | null;
  }
}
