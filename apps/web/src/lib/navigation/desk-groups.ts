/** The groups of the desk's menu, in their order. */
export const DESK_GROUPS = ['requests', 'accounts', 'portal', 'system'] as const;
export type DeskGroup = (typeof DESK_GROUPS)[number];
