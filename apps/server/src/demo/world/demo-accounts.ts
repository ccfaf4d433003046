import type { StaffRole } from '@yardage/contract/staff-roles';

/** The password of every demo account. */
export const DEMO_PASSWORD = 'concrete-demo';

/** An account that anyone may use to try the demo. */
export interface DemoAccount {
  email: string;
  /** The role at the demo company, or a label for an account without one. */
  roleName: string;
  firstName: string;
  lastName: string;
  /** The role at the desk, of the supplier's staff. */
  staffRole?: StaffRole;
  /** One line for the sign-in page. */
  description: string;
}

/** One account per role, in the order of the sign-in page. */
export const DEMO_ACCOUNTS = [
  {
    email: 'owner@example.com',
    roleName: 'Owner',
    firstName: 'Marguerite',
    lastName: 'Tarnwick',
    description: 'Everything, for five customer numbers in four data sources',
  },
  {
    email: 'administrator@example.com',
    roleName: 'Administrator',
    firstName: 'Desmond',
    lastName: 'Achterberg',
    description: 'Everything, but cannot change an owner',
  },
  {
    email: 'payables@example.com',
    roleName: 'Accounts Payable',
    firstName: 'Priya',
    lastName: 'Ravindran',
    description: 'Invoices, payments and statements',
  },
  {
    email: 'manager@example.com',
    roleName: 'Project Manager',
    firstName: 'Luis',
    lastName: 'Ochoa',
    description: 'Orders, tickets, quotes and trucks; sees invoices but does not pay',
  },
  {
    email: 'field@example.com',
    roleName: 'Field',
    firstName: 'Travis',
    lastName: 'Hollifield',
    description: 'Orders, tickets and trucks, without any prices',
  },
  {
    email: 'viewer@example.com',
    roleName: 'Viewer',
    firstName: 'Ingrid',
    lastName: 'Solheim',
    description: 'Looks at everything; no PDFs and no paying',
  },
  {
    email: 'other@example.com',
    roleName: 'Owner',
    firstName: 'Calvin',
    lastName: 'Ollerton',
    description: 'Owner of another company',
  },
  {
    email: 'nobody@example.com',
    roleName: 'No customer number',
    firstName: 'Noa',
    lastName: 'Brandt',
    description: 'Signs in, but no customer number is assigned',
  },
  {
    email: 'dispatcher@example.com',
    roleName: 'Dispatcher',
    staffRole: 'Dispatcher',
    firstName: 'Renee',
    lastName: 'Castleberry',
    description: "The supplier's dispatcher: chats, requests, registrations and support",
  },
  {
    email: 'credit@example.com',
    roleName: 'Credit',
    staffRole: 'Credit',
    firstName: 'Arthur',
    lastName: 'Pendry',
    description: "The supplier's credit desk: customers, payments, disputes, registrations and support",
  },
  {
    email: 'desk@example.com',
    roleName: 'Desk administrator',
    staffRole: 'Administrator',
    firstName: 'Yolanda',
    lastName: 'Brightwater',
    description: "The supplier's administrator: everything at the desk",
  },
] as const satisfies readonly DemoAccount[];

/** The email of a demo account. */
export type DemoEmail = (typeof DEMO_ACCOUNTS)[number]['email'];
