/** What machines can do with each resource: a scope that no call needs would be granted for nothing. */
const VERBS = {
  'data-sources': ['write'],
  plants: ['write'],
  products: ['write'],
  'price-lists': ['write'],
  trucks: ['write'],
  customers: ['write'],
  contacts: ['write'],
  quotes: ['write'],
  orders: ['write'],
  /** Signatures and photos of sign-offs are read. */
  tickets: ['read', 'write'],
  invoices: ['write'],
  credits: ['write'],
  payments: ['write'],
  announcements: ['write'],
  members: ['write'],
  /** The state of what was sent: waiting and refused records, control totals, freshness. */
  deliveries: ['read', 'write'],
  telemetry: ['write'],
  events: ['read'],
  remittances: ['read'],
} as const;

/** The resources that machines read or write with a service key. */
export type ServiceResource = keyof typeof VERBS;
export const SERVICE_RESOURCES = Object.keys(VERBS) as ServiceResource[];
/** What one call of a machine needs. */
export type ServiceScope = { [Resource in ServiceResource]: `${Resource}:${(typeof VERBS)[Resource][number]}` }[ServiceResource];
/** Grants every scope, also those of later versions. */
export const ALL_SCOPES = '*';
export type GrantedScope = ServiceScope | typeof ALL_SCOPES;

/** Everything that a key can be granted. Keys made before may have scopes that no call needs. */
export const GRANTABLE_SCOPES: readonly GrantedScope[] = [
  ALL_SCOPES,
  ...SERVICE_RESOURCES.flatMap((resource) => VERBS[resource].map((verb) => `${resource}:${verb}` as ServiceScope)),
];

/** Whether the granted scopes cover the required one. Writing does not include reading. */
export function grantsScope(granted: ReadonlySet<string>, required: ServiceScope): boolean {
  return granted.has(ALL_SCOPES) || granted.has(required);
}
