import { addDays, dayAt, formatTime, momentAt, weekday } from './dates.ts';
import { MINUTE_MS } from './durations.ts';
import { ORDER_TYPE, type OrderType, USUAL_TRUCK_LOAD } from './orders.ts';
import { formatQuantity, readNumber } from './quantities.ts';
import { REQUEST_RULE_MESSAGES as MESSAGES } from './request-rules.messages.ts';
import type { ChangeKind } from './request-states.ts';

/** What a data source accepts as a request. Staff edit it at the desk; without an entry these defaults hold. */
export interface RequestRules {
  /** Least time between the request and the start. */
  leadTimeMinutes: number;
  /** Smallest quantity that is delivered. */
  minimumLoad: number;
  /** What one truck carries. */
  truckLoad: number;
  /** First and last start of a day, `HH:mm`. */
  opensAt: string;
  closesAt: string;
  /** Days on which the plants work, 1 Monday to 7 Sunday. */
  workDays: number[];
  /** Requests for a day are taken until this time of the working day before; null if only the lead time counts. */
  dayBeforeCutOff: string | null;
  /** Changes of an order are taken until so long before its start. */
  changeCutOffMinutes: number;
  /** How far ahead a pour can be requested. */
  horizonDays: number;
}

export const DEFAULT_REQUEST_RULES: RequestRules = {
  leadTimeMinutes: 240,
  minimumLoad: 1,
  truckLoad: USUAL_TRUCK_LOAD[1],
  opensAt: '06:00',
  closesAt: '16:00',
  workDays: [1, 2, 3, 4, 5, 6],
  dayBeforeCutOff: '17:00',
  changeCutOffMinutes: 120,
  horizonDays: 60,
};

/** The defaults by material: concrete in cubic yards, aggregate in tons, block in pieces. */
export const DEFAULT_MATERIAL_RULES: Readonly<Record<OrderType, RequestRules>> = {
  1: DEFAULT_REQUEST_RULES,
  2: { ...DEFAULT_REQUEST_RULES, leadTimeMinutes: 120, minimumLoad: 5, truckLoad: USUAL_TRUCK_LOAD[2], dayBeforeCutOff: null },
  3: {
    ...DEFAULT_REQUEST_RULES,
    minimumLoad: 90,
    truckLoad: USUAL_TRUCK_LOAD[3],
    opensAt: '07:00',
    closesAt: '15:00',
    workDays: [1, 2, 3, 4, 5],
  },
};

/** The unit in which the rules of a material count, the steps in which it is sold, and what is too much for one request. */
export const MATERIAL_UNITS: Readonly<Record<OrderType, { unit: string; step: number; most: number }>> = {
  1: { unit: 'CY', step: 0.25, most: 5000 },
  2: { unit: 'TN', step: 0.5, most: 50_000 },
  3: { unit: 'EA', step: 1, most: 100_000 },
};

const MINUTES_AN_HOUR = 60;

/** The clock at the plants. */
export interface LocalClock {
  now: Date;
  timeZone: string;
}

function workDayBefore(day: string, { workDays }: RequestRules): string {
  for (let back = 1; back < 7; back += 1) {
    const before = addDays(day, -back);
    if (workDays.includes(weekday(before))) return before;
  }
  return addDays(day, -7);
}

/** Returns why a day cannot be poured on any more, or null. */
function dayFault(day: string, rules: RequestRules, { now, timeZone }: LocalClock): string | null {
  const today = dayAt(now, timeZone);
  // Date fields of some browsers take years of more than four digits, which as text come before nearer days.
  if (day.length > today.length || day > addDays(today, rules.horizonDays)) return MESSAGES.tooFarAhead(rules.horizonDays);
  if (day < today) return MESSAGES.dayOver;
  if (!rules.workDays.includes(weekday(day))) return MESSAGES.notWorking;
  if (day === today || rules.dayBeforeCutOff === null) return null;
  const before = workDayBefore(day, rules);
  const isLate = before < today || (before === today && formatTime(now, timeZone) >= rules.dayBeforeCutOff);
  return isLate ? MESSAGES.cutOff(rules.dayBeforeCutOff) : null;
}

/** The day and the clock time of a start. */
export interface Start {
  day: string;
  startTime: string;
}

/** Returns why a start cannot be requested, by field; empty if it can. */
export function startFaults({ day, startTime }: Start, rules: RequestRules, clock: LocalClock): { day?: string; startTime?: string } {
  const ofDay = dayFault(day, rules, clock);
  if (ofDay) return { day: ofDay };
  if (startTime < rules.opensAt || startTime > rules.closesAt) return { startTime: MESSAGES.outsideHours(rules.opensAt, rules.closesAt) };
  const leadMs = momentAt(day, startTime, clock.timeZone).getTime() - clock.now.getTime();
  return leadMs < rules.leadTimeMinutes * MINUTE_MS ? { startTime: MESSAGES.leadTime(hoursText(rules.leadTimeMinutes)) } : {};
}

/** Returns the first day on which a pour can start at a time of day, from a day on; undefined if no day is left. */
export function firstDayFor(
  startTime: string,
  rules: RequestRules,
  clock: LocalClock,
  from = dayAt(clock.now, clock.timeZone),
): string | undefined {
  for (let ahead = 0; ahead <= rules.horizonDays; ahead += 1) {
    const day = addDays(from, ahead);
    if (Object.keys(startFaults({ day, startTime }, rules, clock)).length === 0) return day;
  }
  return undefined;
}

/** Returns why a quantity is not accepted, or null. A pickup has no minimum. */
export function quantityFault(
  quantity: number | null,
  rules: Pick<RequestRules, 'minimumLoad'>,
  { orderType, isPickedUp }: { orderType: OrderType; isPickedUp: boolean } = { orderType: ORDER_TYPE.concrete, isPickedUp: false },
): string | null {
  const { unit, step, most } = MATERIAL_UNITS[orderType];
  if (quantity === null || Number.isNaN(quantity)) return MESSAGES.quantity;
  if (!(quantity > 0)) return MESSAGES.positive;
  if (quantity < rules.minimumLoad && !isPickedUp) return MESSAGES.minimumLoad(formatQuantity(rules.minimumLoad, unit));
  if (quantity > most) return MESSAGES.maximum(formatQuantity(most, unit));
  return Number.isInteger(quantity / step) ? null : MESSAGES.steps[orderType];
}

/** Returns the fault of a part that is to be held back until the customer calls for it: it exceeds the quantity. Null if it does not. */
export function holdFault(hold: number | null, quantity: number | null, orderType: OrderType = 1): string | null {
  if (hold === null || quantity === null || !(hold > quantity)) return null;
  return MESSAGES.maximum(formatQuantity(quantity, MATERIAL_UNITS[orderType].unit));
}

/** Returns why the quantity of a change is not accepted, or null. Any load may be added, and a final balance of 0 ends the order. */
export function changeQuantityFault(kind: ChangeKind, quantity: number | null, orderType: OrderType): string | null {
  if (kind !== 'add' && kind !== 'balance') return null;
  if (kind === 'balance' && quantity === 0) return null;
  return quantityFault(quantity, { minimumLoad: 0 }, { orderType, isPickedUp: false });
}

/** Returns the fault of an optional number if the typed text is none, or null. Without it, the form would silently send no number. */
export function numberFault(typed: string): string | null {
  return Number.isNaN(readNumber(typed)) ? MESSAGES.number : null;
}

function hoursText(minutes: number): string {
  const hours = Math.floor(minutes / MINUTES_AN_HOUR);
  const rest = minutes % MINUTES_AN_HOUR;
  if (hours === 0) return MESSAGES.minutes(rest);
  return rest === 0 ? MESSAGES.hours(hours) : `${MESSAGES.hours(hours)} ${MESSAGES.minutes(rest)}`;
}

/** The loads of a pour. */
export interface Loads {
  loadCount: number;
  /** Minutes between two trucks; null for a single load. */
  intervalMinutes: number | null;
}

/** The usual time between two trucks, if a request names none. Unloading block takes longer. */
const USUAL_INTERVAL_MINUTES: Readonly<Record<OrderType, number>> = { 1: 15, 2: 15, 3: 60 };

/** Returns how many loads a quantity takes and how far apart they come, from the spacing or from the yards per hour. */
export function loadsOf(
  { quantity, intervalMinutes, yardsPerHour }: { quantity: number; intervalMinutes: number | null; yardsPerHour: number | null },
  { truckLoad }: Pick<RequestRules, 'truckLoad'>,
  orderType: OrderType = 1,
): Loads {
  const loadCount = Math.max(1, Math.ceil(quantity / truckLoad));
  if (loadCount === 1) return { loadCount, intervalMinutes: null };
  const byRate = yardsPerHour ? Math.max(1, Math.round((truckLoad * MINUTES_AN_HOUR) / yardsPerHour)) : null;
  return { loadCount, intervalMinutes: intervalMinutes ?? byRate ?? USUAL_INTERVAL_MINUTES[orderType] };
}

/** Returns the quantity that is due in each hour of the day, by the hour's number. What comes after midnight counts to the last hour. */
export function quantityByHour(start: string, quantity: number, { loadCount, intervalMinutes }: Loads): number[] {
  const hours = Array.from({ length: 24 }, () => 0);
  const [hour = 0, minute = 0] = start.split(':').map(Number);
  for (let index = 0; index < loadCount; index += 1) {
    const at = hour + Math.floor((minute + index * (intervalMinutes ?? 0)) / MINUTES_AN_HOUR);
    hours[Math.min(23, at)] = (hours[Math.min(23, at)] ?? 0) + quantity / loadCount;
  }
  return hours;
}
