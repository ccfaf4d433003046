import type { LOAD_PLACES, TICKET_STATUS_NAMES } from './names.messages.ts';

export type TicketStatusId = keyof typeof TICKET_STATUS_NAMES;

/** The statuses of a ticket, in the order in which a load goes through them. */
export const TICKET_STATUS = {
  ticketed: 1,
  loaded: 2,
  toJob: 3,
  onJob: 4,
  unloading: 5,
  finished: 6,
} as const satisfies Record<string, TicketStatusId>;

export type LoadPlace = keyof typeof LOAD_PLACES;

/** The ticket statuses of a load at each place. */
export const STATUSES_AT: Readonly<Record<LoadPlace, readonly TicketStatusId[]>> = {
  plant: [TICKET_STATUS.ticketed, TICKET_STATUS.loaded],
  road: [TICKET_STATUS.toJob],
  job: [TICKET_STATUS.onJob, TICKET_STATUS.unloading],
};

/** Returns where a load of this status is; null once it is delivered. */
export function loadPlace(statusId: number): LoadPlace | null {
  const places = Object.keys(STATUSES_AT) as LoadPlace[];
  return places.find((place) => STATUSES_AT[place].some((status) => status === statusId)) ?? null;
}

/** From this status on a load counts as delivered. */
export const DELIVERED_STATUS: TicketStatusId = TICKET_STATUS.finished;
/** From this status until delivered, a load is in transit. */
export const IN_TRANSIT_FROM_STATUS: TicketStatusId = TICKET_STATUS.loaded;

/** Returns whether a load can be signed for: its truck has arrived and the ticket is in force (SGN-01). */
export function canBeSigned({ statusId, isCancelled }: { statusId: number; isCancelled: boolean }): boolean {
  return statusId >= TICKET_STATUS.onJob && !isCancelled;
}
