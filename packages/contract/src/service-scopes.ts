/** The resources that machines read or write with a service key. */
export const SERVICE_RESOURCES = [
  'data-sources',
  'plants',
  'products',
  'price-lists',
  'trucks',
  'customers',
  'contacts',
  'quotes',
  'orders',
  'tickets',
  'invoices',
  'credits',
  'payments',
  'announcements',
  'members',
  /** The state of what was sent: waiting and refused records, control totals, freshness. */
  'deliveries',
  'telemetry',
  'events',
  'remittances',
] as const;

export type ServiceResource = (typeof SERVICE_RESOURCES)[number];
/** What one call of a machine needs. */
export type ServiceScope = `${ServiceResource}:${'read' | 'write'}`;
/** Grants every scope, also those of later versions. */
export const ALL_SCOPES = '*';
export type GrantedScope = ServiceScope | typeof ALL_SCOPES;

/** Everything that a key can be granted. */
export const GRANTABLE_SCOPES: readonly GrantedScope[] = [
  ALL_SCOPES,
  ...SERVICE_RESOURCES.flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const),
];

/** Whether the granted scopes cover the required one. Writing does not include reading. */
export function grantsScope(granted: ReadonlySet<string>, required: ServiceScope): boolean {
  return granted.has(ALL_SCOPES) || granted.has(required);
}
