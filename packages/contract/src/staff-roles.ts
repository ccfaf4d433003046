/** The roles of the supplier's staff. */
export const STAFF_ROLES = ['Dispatcher', 'Credit', 'Administrator'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/**
 * The areas of the desk, each with the roles that may use it beside Administrator, who may use all. Endpoints and pages of the desk name
 * their area; the server guard and the web's menu read this list.
 */
const AREA_ROLES = {
  chats: ['Dispatcher'],
  /** Requests for pours and changes of orders, with the load of the plants. */
  requests: ['Dispatcher'],
  /** How well arrival times were predicted. */
  'arrival-accuracy': ['Dispatcher'],
  /** To write the replies that dispatchers choose from. */
  'canned-replies': [],
  registrations: ['Dispatcher', 'Credit'],
  support: ['Dispatcher', 'Credit'],
  customers: ['Credit'],
  /** To see the portal as one of its users. */
  'view-as': ['Credit'],
  /** To invite, disable and enable users, and to detach their sign-ins. */
  'customer-users': [],
  payments: ['Credit'],
  /** Disputed lines of invoices. */
  disputes: ['Credit'],
  announcements: [],
  branding: [],
  mail: [],
  integration: [],
  imports: [],
  'audit-log': [],
  staff: [],
} as const satisfies Record<string, readonly Exclude<StaffRole, 'Administrator'>[]>;

export type DeskArea = keyof typeof AREA_ROLES;
export const DESK_AREAS = Object.keys(AREA_ROLES) as readonly DeskArea[];

/** Returns whether somebody with the role may use any of the areas; null is the role of everybody who is not staff. */
export function mayUseDesk(role: StaffRole | null, areas: readonly DeskArea[]): boolean {
  return areas.some((area) => rolesOf(area).includes(role as StaffRole));
}

/** Returns the roles that may use an area. */
export function rolesOf(area: DeskArea): readonly StaffRole[] {
  return [...AREA_ROLES[area], 'Administrator'];
}
