import { MINUTE_MS, type PourFacts, type PourLoad } from '../pour-facts.ts';

/** The moment at which tests look at a pour. */
export const NOW = Date.parse('2026-05-12T14:00:00Z');
/** A moment in minutes from now. */
export const at = (minutes: number) => NOW + minutes * MINUTE_MS;

/** A load whose steps are given in minutes from now; its status is the last step that it reached. */
export function load(loadNumber: number, steps: number[], more: Partial<PourLoad> = {}): PourLoad {
  const [ticketed = 0, ...rest] = steps;
  const [loadedAt = null, leftAt = null, arrivedAt = null, pourStartedAt = null, finishedAt = null] = rest.map(at);
  const statusId = steps.length;
  const known = { ticketedAt: at(ticketed), loadedAt, leftAt, arrivedAt, pourStartedAt, finishedAt };
  return { id: loadNumber, loadNumber, statusId, quantity: 10, dueAt: null, isRejected: false, eta: null, ...known, ...more };
}

/** A truck that is expected in so many minutes. */
export const eta = (minutes: number, span = 5) => ({
  estimatedAt: at(minutes),
  earliestAt: at(minutes - span),
  latestAt: at(minutes + span),
});

/** A finished load: 42 minutes from ticket to arrival, 4 of waiting and 14 of pouring. */
export const done = (loadNumber: number, finishedAt: number) =>
  load(loadNumber, [finishedAt - 60, finishedAt - 55, finishedAt - 45, finishedAt - 18, finishedAt - 14, finishedAt]);

/** An order of eight loads, ten minutes apart, that began an hour ago. */
export const facts = (loads: PourLoad[], more: Partial<PourFacts> = {}): PourFacts => ({
  orderStatusId: 6,
  ordered: 80,
  startsAt: at(-60),
  intervalMinutes: 10,
  loadCount: 8,
  loads,
  ...more,
});
