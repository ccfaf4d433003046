import type { LOAD_PLACES, TICKET_STATUSES } from './names.messages.ts';

export type TicketStatusId = keyof typeof TICKET_STATUSES;

export type LoadPlace = keyof typeof LOAD_PLACES;

/** The ticket statuses of a load at each place. */
export const STATUSES_AT: Readonly<Record<LoadPlace, readonly TicketStatusId[]>> = { plant: [1, 2], road: [3], job: [4, 5] };

/** Returns where a load of this status is; null once it is delivered. */
export function loadPlace(statusId: number): LoadPlace | null {
  const places = Object.keys(STATUSES_AT) as LoadPlace[];
  return places.find((place) => STATUSES_AT[place].some((status) => status === statusId)) ?? null;
}

/** Names for the statuses that rules refer to. */
export const TICKET_STATUS = { toJob: 3 } as const satisfies Record<string, TicketStatusId>;

/** From this status on a load counts as delivered. */
export const DELIVERED_STATUS: TicketStatusId = 6;
/** From this status until delivered, a load is in transit. */
export const IN_TRANSIT_FROM_STATUS: TicketStatusId = 2;

/** From this status on the truck is on the job, so its load can be signed for. */
const ON_JOB_STATUS: TicketStatusId = 4;

/** Returns whether a load can be signed for: its truck has arrived and the ticket is in force (SGN-01). */
export function canBeSigned({ statusId, isCancelled }: { statusId: number; isCancelled: boolean }): boolean {
  return statusId >= ON_JOB_STATUS && !isCancelled;
}
