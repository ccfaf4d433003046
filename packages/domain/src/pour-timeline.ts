import { MINUTE_MS } from './durations.ts';
import type { SiteGap } from './pour.ts';
import { concreteAgeMinutes, LONG_WAIT_MINUTES, lastKnownMoment, waitMinutes } from './pour.ts';
import { isLoadUnderWay, type PourLoad } from './pour-facts.ts';
import type { Finish } from './pour-finish.ts';

/** The parts of a load's line, in their order. */
export const SEGMENT_KINDS = ['plant', 'road', 'wait', 'pour'] as const;
export type SegmentKind = (typeof SEGMENT_KINDS)[number];

/** A part of a load's line; `from` and `to` are percent of the width. */
export interface Segment {
  kind: SegmentKind;
  from: number;
  to: number;
  /** True for what has not happened yet. */
  isAhead: boolean;
}

export interface TimelineRow {
  load: PourLoad;
  segments: Segment[];
  waitMinutes: number | null;
  isLongWait: boolean;
  ageMinutes: number | null;
  isOld: boolean;
}

export interface Timeline {
  fromAt: number;
  toAt: number;
  rows: TimelineRow[];
  /** Marks on the time axis. */
  ticks: { at: number; place: number }[];
  gaps: (SiteGap & { from: number; to: number })[];
  /** Place of the current moment in percent; null if it is outside. */
  nowPercent: number | null;
}

interface TimelineFacts {
  loads: readonly PourLoad[];
  gaps: readonly SiteGap[];
  finish: Finish | null;
  /** Concrete older than this is marked; null for materials that do not age. */
  maxAgeMinutes: number | null;
}

const STEPS_MINUTES = [5, 10, 15, 30, 60, 120, 240, 480, 1440];
const MAX_TICKS = 7;

/** Lays out one line per load on a common axis. */
export function pourTimeline({ loads, gaps, finish, maxAgeMinutes }: TimelineFacts, now: number): Timeline {
  const ends = new Map(loads.map((load) => [load.id, endOf(load, finish, now)]));
  const fromAt = Math.min(now, ...loads.map(({ loadedAt, ticketedAt }) => loadedAt ?? ticketedAt));
  const toAt = Math.max(fromAt + 30 * MINUTE_MS, ...ends.values(), ...gaps.map((gap) => gap.toAt));
  const place = (at: number) => Math.min(100, Math.max(0, ((at - fromAt) / (toAt - fromAt)) * 100));
  const rows = loads
    .toSorted((a, b) => a.loadNumber - b.loadNumber || a.id - b.id)
    .map((load) => {
      const waited = waitMinutes(load, now);
      const age = concreteAgeMinutes(load, now);
      return {
        load,
        segments: segmentsOf(load, finish, now).map(({ fromAt: from, toAt: to, ...rest }) => ({
          ...rest,
          from: place(from),
          to: place(to),
        })),
        waitMinutes: waited,
        isLongWait: waited !== null && waited > LONG_WAIT_MINUTES,
        ageMinutes: age,
        isOld: age !== null && maxAgeMinutes !== null && age > maxAgeMinutes,
      };
    });
  return {
    fromAt,
    toAt,
    rows,
    ticks: ticksBetween(fromAt, toAt).map((at) => ({ at, place: place(at) })),
    gaps: gaps.filter(({ toAt: end }) => end > fromAt).map((gap) => ({ ...gap, from: place(gap.fromAt), to: place(gap.toAt) })),
    nowPercent: now <= toAt ? place(now) : null,
  };
}

/** Returns the parts of a load's line, split at the current moment into what happened and what is expected. */
function segmentsOf(
  load: PourLoad,
  finish: Finish | null,
  now: number,
): { kind: SegmentKind; fromAt: number; toAt: number; isAhead: boolean }[] {
  const end = endOf(load, finish, now);
  // A truck that is not pouring yet is expected to do so from now on, or from its arrival.
  const expectedPour = load.arrivedAt !== null ? now : load.eta && Math.max(now, load.eta.estimatedAt);
  const pourAt = load.pourStartedAt ?? (load.finishedAt === null && isLoadUnderWay(load) ? expectedPour : null);
  const starts: [SegmentKind, number | null][] = [
    ['plant', load.loadedAt ?? load.ticketedAt],
    ['road', load.leftAt],
    ['wait', load.arrivedAt],
    ['pour', pourAt],
  ];
  const known = starts.flatMap(([kind, at]) => (at === null ? [] : [{ kind, at }]));
  return known.flatMap(({ kind, at }, index) => {
    const toAt = Math.max(at, known[index + 1]?.at ?? end);
    if (toAt <= now) return [{ kind, fromAt: at, toAt, isAhead: false }];
    if (at >= now) return [{ kind, fromAt: at, toAt, isAhead: true }];
    return [
      { kind, fromAt: at, toAt: now, isAhead: false },
      { kind, fromAt: now, toAt, isAhead: true },
    ];
  });
}

function endOf(load: PourLoad, finish: Finish | null, now: number): number {
  if (load.finishedAt !== null || !isLoadUnderWay(load)) return lastKnownMoment(load);
  return Math.max(now, finish?.endOfLoad.get(load.id) ?? load.eta?.estimatedAt ?? now);
}

/** Returns round moments between two others, few enough to be read. */
function ticksBetween(fromAt: number, toAt: number): number[] {
  const step = (STEPS_MINUTES.find((minutes) => (toAt - fromAt) / (minutes * MINUTE_MS) <= MAX_TICKS) ?? 1440) * MINUTE_MS;
  const first = Math.ceil(fromAt / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((toAt - first) / step) + 1) }, (_, index) => first + index * step);
}
