import { type PositionFix, positionFix, type Taken, type TicketEvent, ticketEvent } from '@yardage/contract/telemetry';
import type { z } from 'zod';
import type { Database } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { Batcher } from '#server/http/batcher';
import { readItem } from '#server/http/readable-input';
import type { ServiceCaller } from '#server/http/service-keys';
import { LOAD_STEPS, type LoadStep, noteStep } from './load-progress.ts';
import { type GivenFix, keepFixes } from './positions.queries.ts';
import { TELEMETRY_MESSAGES } from './telemetry.messages.ts';
import { changeLoads, findTicketIds, type KnownLoad } from './ticket-events.queries.ts';

/** How far the clock of a machine may be ahead of ours. */
const CLOCK_TOLERANCE_MS = 120_000;
const MPH_PER_KMH = 0.621371;

/** At most this many calls share a write, so that a call of many positions does not make the others wait long. */
const CALLS_IN_A_WRITE = 100;

type Refused = Taken['refused'];
type UnnumberedFix = Omit<GivenFix, 'index'>;

/** Accepts telemetry about trucks and loads. An invalid item is refused; the others are stored. */
export function telemetryService({ database, records }: AreaServices) {
  // A gateway may send a call per truck. Calls that arrive during a write share the next one, and are answered after its commit.
  const writes = new Batcher<readonly UnnumberedFix[], readonly number[]>(CALLS_IN_A_WRITE, async (calls) => {
    const unknown = await keepFixes(
      database,
      calls.flat().map((fix, index) => ({ ...fix, index })),
    );
    let first = 0;
    return calls.map((fixes) => {
      const from = first;
      first += fixes.length;
      return fixes.map((_, place) => place).filter((place) => unknown.has(from + place));
    });
  });

  return {
    async takePositions({ dataSources }: ServiceCaller, items: readonly unknown[]): Promise<Taken> {
      const { good, refused } = validateItems(items, positionFix, ({ recordedAt }) => recordedAt);
      const unknown = good.length > 0 ? await writes.load(good.map(({ item }) => toUnnumberedFix(item, dataSources))) : [];
      for (const place of unknown) refused.push({ index: good[place]?.index ?? 0, reason: TELEMETRY_MESSAGES.unknownTruck });
      return answer(items, refused);
    },

    async takeTicketEvents({ dataSources }: ServiceCaller, items: readonly unknown[]): Promise<Taken> {
      const { good, refused } = validateItems(items, ticketEvent, ({ at }) => at);
      const events = await withTicketIds(database, good);
      for (const { index, item } of events)
        if (item.ticketId === undefined) refused.push({ index, reason: TELEMETRY_MESSAGES.unknownTicket });
      const known = events.filter(hasTicketId);
      const ticketIds = [...new Set(known.map(({ item }) => item.ticketId))];
      if (known.length > 0) {
        records.announceRecords(await changeLoads(database, ticketIds, dataSources, (loads) => applyEvents(loads, known, refused)));
      }
      return answer(items, refused);
    },
  };
}

interface Good<T> {
  index: number;
  item: T;
}

type KnownEvent = TicketEvent & { ticketId: number };
const hasTicketId = (event: Good<TicketEvent>): event is Good<KnownEvent> => event.item.ticketId !== undefined;

/** Adds the ids of tickets that are named by the supplier's key. */
async function withTicketIds(database: Database, events: readonly Good<TicketEvent>[]): Promise<Good<TicketEvent>[]> {
  const named = events.flatMap(({ item: { ticketId, dataSource, ticketKey } }) =>
    ticketId === undefined && dataSource !== undefined && ticketKey !== undefined ? [{ dataSource, ticketKey }] : [],
  );
  const ids = await findTicketIds(database, named);
  let next = 0;
  return events.map(({ index, item }) => ({ index, item: item.ticketId === undefined ? { ...item, ticketId: ids[next++] } : item }));
}

/** Separates the valid items from those that are malformed or in the future, which are refused with a reason. */
function validateItems<T>(
  items: readonly unknown[],
  schema: z.ZodType<T>,
  timeOf: (item: T) => string,
): { good: Good<T>[]; refused: Refused } {
  const latest = Date.now() + CLOCK_TOLERANCE_MS;
  const [good, refused]: [Good<T>[], Refused] = [[], []];
  for (const [index, given] of items.entries()) {
    const readable = readItem(given);
    if ('message' in readable) {
      refused.push({ index, reason: `${readable.field}: ${readable.message}` });
      continue;
    }
    const parsed = schema.safeParse(readable.item);
    if (!parsed.success) refused.push({ index, reason: describe(parsed.error) });
    else if (!(Date.parse(timeOf(parsed.data)) > 0)) refused.push({ index, reason: TELEMETRY_MESSAGES.tooOld });
    else if (Date.parse(timeOf(parsed.data)) > latest) refused.push({ index, reason: TELEMETRY_MESSAGES.inTheFuture });
    else good.push({ index, item: parsed.data });
  }
  return { good, refused };
}

function describe(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)).join(' ');
}

function toUnnumberedFix({ speed, ...fix }: PositionFix, dataSources: UnnumberedFix['dataSources']): UnnumberedFix {
  const speedMph = speed.unit === 'mph' ? speed.value : speed.value * MPH_PER_KMH;
  return { ...fix, dataSources, heading: toHundredths(fix.heading), speedMph: toHundredths(speedMph) };
}

/** The columns have single precision, and PostgreSQL refuses a number that is too close to zero for it. */
const toHundredths = (value: number) => Math.round(value * 100) / 100;

/** Applies events in the order of their times, whatever order they arrived in. Returns the loads that changed. */
function applyEvents(known: ReadonlyMap<number, KnownLoad>, events: readonly Good<KnownEvent>[], refused: Refused): KnownLoad[] {
  const loads = new Map(known);
  const changed = new Set<number>();
  for (const { index, item } of events.toSorted((a, b) => Date.parse(a.item.at) - Date.parse(b.item.at))) {
    const load = loads.get(item.ticketId);
    if (!load) {
      refused.push({ index, reason: TELEMETRY_MESSAGES.unknownTicket });
      continue;
    }
    const outcome = noteStep(load, stepOf(item), Date.parse(item.at));
    if (outcome === 'out of order') refused.push({ index, reason: TELEMETRY_MESSAGES.outOfOrder });
    else if (outcome.isChanged) {
      loads.set(item.ticketId, { ...outcome.progress, ticketId: item.ticketId });
      changed.add(item.ticketId);
    }
  }
  return [...changed].map((ticketId) => loads.get(ticketId)).filter((load) => load !== undefined);
}

function stepOf(event: TicketEvent): LoadStep {
  return event.statusId !== undefined ? (LOAD_STEPS[event.statusId - 1] ?? 'ticketedAt') : 'leaveJobAt';
}

function answer(items: readonly unknown[], refused: Refused): Taken {
  return { taken: items.length - refused.length, refused: refused.toSorted((a, b) => a.index - b.index) };
}
