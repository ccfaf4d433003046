import type { ActiveTruck, BoardUpdate, TruckEta } from '@yardage/contract/truck-tracking';
import { TICKET_STATUS_NAMES } from '@yardage/domain/names.messages';
import { ORDER_STATUS, ORDER_TYPE } from '@yardage/domain/orders';
import { describe, expect, it } from 'vitest';
import { formatTime } from '#web/lib/formats/date-format.ts';
import {
  boardRefresh,
  createNewestFixes,
  groupByJob,
  groupProgress,
  isLoadOver,
  needsListAgain,
  newerEta,
  newerFix,
  withUpdate,
} from './board.ts';
import { fleetOf } from './fleet.ts';
import { PIN_COLORS, pinColor } from './pin-colors.ts';
import { focusOf, placesOf, routeAhead } from './places.ts';
import { boardAgeMs, elapsedMs, etaText, fixAge, motionText, sinceLoading, spanText } from './spans.ts';

const NOW = '2026-05-04T15:00:00Z';
const nowMs = Date.parse(NOW);
const at = (minutes: number): string => new Date(nowMs + minutes * 60_000).toISOString();
const eta = (minutes: number | null, calculatedAt = NOW): TruckEta => ({
  estimatedArrivalTime: minutes === null ? null : at(minutes),
  earliestArrivalTime: minutes === null ? null : at(minutes - 5),
  latestArrivalTime: minutes === null ? null : at(minutes + 10),
  isEtaCalculated: minutes !== null,
  calculatedAt: minutes === null ? null : calculatedAt,
  jobCordinate: null,
});
const position = (latitude: number, longitude: number, recordedAt = NOW) => ({
  truckId: 1,
  zonarAccount: 'acme',
  fleet: '101',
  latitude,
  longitude,
  heading: 90,
  speed: { value: 30, unit: 'mph' },
  power: true,
  recordedAt,
});

function truck(ticketId: number, ticketStatusId: number, changes: Partial<ActiveTruck> = {}): ActiveTruck {
  return {
    truckId: ticketId,
    truckNumber: String(1000 + ticketId),
    zonarAccount: 'acme',
    ticketId,
    ticketStatusId,
    isRejected: false,
    orderStatusId: ORDER_STATUS.shipping,
    ticketNumber: `T${ticketId}`,
    ticketLoadNumber: ticketId,
    driverName: 'Wade Hollis',
    productTicketQuantity: 10,
    unitOfMeasure: 'CY',
    productSlump: '4',
    productNumber: '4000AE',
    productDescription: '4000 PSI',
    ticketNotes: null,
    jobId: 7,
    job: 'Cedar Glade',
    jobNumber: null,
    jobAddress: '1 Main St',
    jobLat: 35.1,
    jobLong: -85.2,
    plant: 'Amnicola',
    plantAddress: '2 Plant Rd',
    plantLat: 35.08,
    plantLong: -85.26,
    orderNumber: '501',
    orderType: ORDER_TYPE.concrete,
    productOrderedQuantity: 80,
    productDeliveredQuantity: 20,
    productInTransitQuantity: 30,
    jobStartTime: at(-60),
    scheduledLoadInterval: 10,
    loadedAt: at(-20),
    eta: eta(null),
    position: position(35.09, -85.25),
    ...changes,
  };
}

const ids = (trucks: readonly ActiveTruck[]): number[] => trucks.map(({ ticketId }) => ticketId);
const update = (...trucks: ActiveTruck[]): BoardUpdate => ({
  trucks: trucks.map(({ truckId, ticketId, ticketStatusId, isRejected, orderStatusId, eta: expected, position: place }) => ({
    truckId,
    ticketId,
    ticketStatusId,
    isRejected,
    orderStatusId,
    eta: expected,
    position: place,
  })),
});

describe('the list of trucks', () => {
  it('TRK-01 is grouped by job, jobs by their start, trucks in order of arrival', () => {
    const board = [
      truck(1, 3, { eta: eta(14) }),
      truck(2, 1),
      truck(3, 5),
      truck(4, 3, { eta: eta(9) }),
      truck(5, 6),
      truck(6, 2),
      truck(8, 3, { jobId: 9, job: 'Early', jobStartTime: at(-90) }),
      truck(9, 3, { jobId: 10, job: 'No start', jobStartTime: null }),
    ];
    const groups = groupByJob(board);
    expect(groups.map(({ job }) => job)).toEqual(['Early', 'Cedar Glade', 'No start']);
    const [order] = groups[1]?.orders ?? [];
    expect(ids(order?.trucks ?? [])).toEqual([5, 3, 4, 1, 6, 2]);
    const { ordered, delivered, inTransit, orderNumber } = order ?? {};
    expect({ ordered, delivered, inTransit, orderNumber }).toEqual({ ordered: 80, delivered: 20, inTransit: 30, orderNumber: '501' });
  });

  const progressOf = (trucks: readonly ActiveTruck[]) => {
    const [order] = groupByJob(trucks)[0]?.orders ?? [];
    if (!order) throw new Error('there is no order');
    const { delivered, inTransit, underWay, isCancelled } = groupProgress(order);
    return { delivered, inTransit, ...underWay, isCancelled };
  };

  it('TRK-01 SGN-01 lists the truck of a rejected load without counting the load, also when a poll brings the rejection', () => {
    const trucks = [truck(1, 4), truck(2, 3), truck(3, 1)];
    const rejected = truck(1, 4, { isRejected: true });
    const before = { delivered: 20, inTransit: 30, plant: 10, road: 10, job: 10, isCancelled: false };
    expect(progressOf(trucks)).toEqual(before);
    const poll = update(rejected, truck(2, 3), truck(3, 1));
    const after = withUpdate(trucks, poll);
    expect(ids(after)).toEqual([1, 2, 3]);
    expect(progressOf(after)).toEqual({ ...before, job: 0 });
    // The quantities of the order changed with it.
    expect([needsListAgain(trucks, poll), needsListAgain(after, poll)]).toEqual([true, false]);
  });

  it('TRK-01 ORD-22 shows nothing delivered or under way of a cancelled order, also when a poll brings the cancellation', () => {
    const cancelled = { orderStatusId: ORDER_STATUS.cancelled };
    const none = { delivered: 0, inTransit: 0, plant: 0, road: 0, job: 0, isCancelled: true };
    expect(progressOf([truck(1, 3, cancelled)])).toEqual(none);
    expect(progressOf(withUpdate([truck(1, 3)], update(truck(1, 3, cancelled))))).toEqual(none);
  });

  it('TRK-01 groups several orders of a job, by their start: by job number, otherwise by name and address', () => {
    const numbered = { jobNumber: 'J-12' };
    const groups = groupByJob([
      truck(1, 3, { ...numbered, jobId: 21, orderNumber: '521', jobStartTime: at(-10) }),
      truck(2, 3, { ...numbered, jobId: 20, orderNumber: '520', job: 'Cedar Glade, phase 2', jobStartTime: at(-20) }),
      truck(3, 3, { jobId: 22, orderNumber: '522' }),
      truck(4, 3, { jobId: 23, orderNumber: '523', job: 'CEDAR  Glade' }),
      truck(5, 3, { jobId: 24, orderNumber: '524', jobAddress: '9 Other St' }),
      truck(6, 3, { jobId: 25, orderNumber: '525', jobNumber: 'J-13', jobStartTime: null }),
    ]);
    expect(groups.map(({ orders }) => orders.map(({ orderNumber }) => orderNumber))).toEqual([
      ['522', '523'],
      ['524'],
      ['520', '521'],
      ['525'],
    ]);
    expect(groups.map(({ truckCount }) => truckCount)).toEqual([2, 1, 2, 1]);
    expect(new Set(groups.map(({ key }) => key)).size).toBe(4);
    for (const { key } of groups) expect(key).toMatch(/^[a-z0-9]+$/);
  });

  it('TRK-01 the map has one flag for a job with several orders at one place', () => {
    const board = [
      truck(1, 3, { jobNumber: 'J-12' }),
      truck(2, 3, { jobNumber: 'J-12', jobId: 8, job: 'Cedar Glade, phase 2' }),
      truck(3, 3),
    ];
    expect(placesOf(board).filter(({ kind }) => kind === 'job')).toHaveLength(2);
  });

  it("TRK-11 shows the start of a job as HH:mm in the data source's time zone", () => {
    expect(formatTime('2026-05-04T11:05:00Z', 'America/New_York')).toBe('07:05');
    expect(formatTime('2026-05-04T11:05:00Z', 'America/Chicago')).toBe('06:05');
  });

  it('says how long a load is on the truck, in minutes', () => {
    expect(sinceLoading(at(-34), nowMs)).toBe('Loaded 34 min ago');
    expect(sinceLoading(at(-72), nowMs)).toBe('Loaded 1 h 12 min ago');
    expect(sinceLoading(at(-0.5), nowMs)).toBe('Loaded 0 min ago');
    expect(sinceLoading(null, nowMs)).toBe('Not loaded yet');
  });
});

describe('the update of a poll', () => {
  it('TRK-12 replaces status, position and arrival, and drops trucks that are gone', () => {
    const moved = truck(1, 3, { position: position(35.2, -85.1, at(1)), eta: eta(8, at(1)) });
    const [merged, ...others] = withUpdate([truck(1, 2), truck(2, 3)], update(moved));
    expect(others).toEqual([]);
    expect([merged?.ticketStatusId, merged?.position?.latitude, merged?.eta.estimatedArrivalTime]).toEqual([3, 35.2, at(8)]);
    expect(merged?.driverName).toBe('Wade Hollis');
  });

  it('TRK-19 never replaces known data with an older position, none, or an arrival that was not calculated', () => {
    const newer = position(35.2, -85.1, at(1));
    expect(newerFix(newer, position(35, -85, at(0)))).toBe(newer);
    expect(newerFix(newer, null)).toBe(newer);
    expect(newerFix(newer, undefined)).toBe(newer);
    expect(newerFix(null, newer)).toBe(newer);
    expect(newerEta(eta(9), eta(null))).toEqual(eta(9));
    expect(newerEta(eta(9), undefined)).toEqual(eta(9));
    expect(newerEta(eta(null), eta(9))).toEqual(eta(9));
    expect(newerEta(eta(9, at(2)), eta(12, at(1)))).toEqual(eta(9, at(2)));
  });

  it('TRK-12 TRK-19 draws no truck where it was before, whichever answer comes last', () => {
    const newest = createNewestFixes();
    const shown = (...trucks: ActiveTruck[]) => newest(trucks).map(({ position: fix }) => fix && [fix.latitude, fix.recordedAt]);
    const seen = (minutes: number, changes: Partial<ActiveTruck> = {}) =>
      truck(1, 4, { position: position(35 + minutes, -85, at(minutes)), ...changes });
    expect(shown(seen(1))).toEqual([[36, at(1)]]);
    // The position of the selected truck, then an older poll, and a list that was requested even earlier.
    expect(shown(seen(3))).toEqual([[38, at(3)]]);
    expect(shown(seen(2))).toEqual([[38, at(3)]]);
    expect(shown(seen(0), truck(2, 4))).toEqual([
      [38, at(3)],
      [35.09, NOW],
    ]);
    expect(shown(seen(0, { position: null }))).toEqual([[38, at(3)]]);
    expect(shown(seen(4))).toEqual([[39, at(4)]]);
    // Another truck has taken over the load.
    expect(shown(seen(2, { truckId: 9 }))).toEqual([[37, at(2)]]);
    const same = seen(5);
    expect(newest([same])[0]).toBe(same);
  });

  it('TRK-12 TRK-14 has the position of a truck that took over a load, and refetches the list, which names it', () => {
    const board = [truck(1, 3, { position: position(35.2, -85.1, at(1)) })];
    const taken = { truckId: 9, position: position(35.4, -85.3, at(0)) };
    const poll = update(truck(1, 3, taken));
    expect(needsListAgain(board, poll)).toBe(true);
    expect(withUpdate(board, poll)[0]).toMatchObject(taken);
    expect(withUpdate(board, update(truck(1, 3, { ...taken, position: null })))[0]?.position).toBeNull();
  });

  it('TRK-14 refetches the list early only if trucks were added or removed, or a load counts differently', () => {
    const board = [truck(1, 2), truck(2, 5)];
    expect(needsListAgain(board, update(truck(1, 3), truck(2, 5)))).toBe(false);
    expect(needsListAgain(board, update(truck(1, 3)))).toBe(true);
    expect(needsListAgain(board, update(truck(1, 3), truck(3, 1)))).toBe(true);
    expect(needsListAgain(board, update(truck(1, 2), truck(2, 6)))).toBe(true);
  });
});

describe('ages and arrivals', () => {
  it('report once that the whole board is stale, by its newest position, and only if all are', () => {
    const aged = (minutes: number) => truck(minutes, 3, { position: position(35.1, -85.2, at(-minutes)) });
    expect(boardAgeMs([aged(9), aged(4)], nowMs)).toBe(4 * 60_000);
    expect(boardAgeMs([aged(9), aged(1)], nowMs)).toBeNull();
    expect(boardAgeMs([truck(1, 3, { position: null })], nowMs)).toBeNull();
    expect(boardAgeMs([aged(3), truck(1, 3, { position: null })], nowMs)).toBe(3 * 60_000);
  });

  it('show seconds, minutes and hours, and nothing for the future', () => {
    expect([0, 12_000, 59_999, 60_000, 3_599_000, 7_200_000, 7_500_000].map(spanText)).toEqual([
      '0 s',
      '12 s',
      '59 s',
      '1 min',
      '59 min',
      '2 h',
      '2 h 5 min',
    ]);
    expect(elapsedMs(at(5), nowMs)).toBe(0);
  });

  it('a position is stale after two minutes, and says so', () => {
    expect(fixAge(at(-0.2), nowMs)).toEqual({ text: '12 s ago', isStale: false });
    expect(fixAge(at(-2), nowMs)).toEqual({ text: '2 min ago', isStale: false });
    expect(fixAge(at(-3), nowMs)).toEqual({ text: '3 min ago: may be out of date', isStale: true });
  });

  it('an arrival is shown with its range', () => {
    const time = (moment: string | null) => formatTime(moment, 'America/New_York');
    expect(etaText(eta(35), nowMs, time)).toBe('about 11:35, 11:30–11:45');
    expect(etaText({ ...eta(35), earliestArrivalTime: null, latestArrivalTime: null }, nowMs, time)).toBe('about 11:35');
    expect(etaText(eta(null), nowMs, time)).toBe('not known yet');
    expect(etaText(eta(-17), nowMs, time)).toBe('due now');
  });
});

describe('the map', () => {
  it('TRK-08 has a colour for every status: purple, blue, green, yellow, orange, red', () => {
    expect(Object.keys(PIN_COLORS)).toEqual(Object.keys(TICKET_STATUS_NAMES));
    const hues = Object.values(PIN_COLORS).map(({ fill }) => hueOf(fill));
    const ranges = [
      [255, 290],
      [210, 235],
      [120, 150],
      [40, 60],
      [20, 35],
      [350, 370],
    ] as const;
    for (const [index, [from, to]] of ranges.entries()) {
      const hue = hues[index] ?? 0;
      expect(hue < 10 ? hue + 360 : hue, `status ${index + 1}`).toBeGreaterThanOrEqual(from);
      expect(hue < 10 ? hue + 360 : hue, `status ${index + 1}`).toBeLessThanOrEqual(to);
    }
    expect(pinColor(99)).toEqual(PIN_COLORS[1]);
  });

  it('TRK-17 leaves out a truck without valid coordinates', () => {
    const board = [
      truck(1, 3),
      truck(2, 3, { position: null }),
      truck(3, 3, { position: position(0, 0) }),
      truck(4, 3, { position: position(95, 0) }),
    ];
    expect(fleetOf(board, 1, nowMs).map(({ ticketId, isSelected }) => [ticketId, isSelected])).toEqual([[1, true]]);
    expect(fleetOf([truck(1, 3)], undefined, nowMs + 121_000)[0]?.isStale).toBe(true);
  });

  it('TRK-16 goes to a truck at zoom 15, without a position to its job at zoom 10, else to its plant', () => {
    const lost = truck(1, 3, { position: null });
    expect(focusOf(truck(1, 3))).toEqual({ center: { latitude: 35.09, longitude: -85.25 }, zoom: 15 });
    expect(focusOf(lost)).toEqual({ center: { latitude: 35.1, longitude: -85.2 }, zoom: 10 });
    const unplaced = { ...lost, jobLat: null, jobLong: null };
    expect(focusOf({ ...unplaced, eta: { ...eta(null), jobCordinate: { latitude: 35.3, longitude: -85.3 } } })?.center.latitude).toBe(35.3);
    expect(focusOf(unplaced)).toEqual({ center: { latitude: 35.08, longitude: -85.26 }, zoom: 10 });
    expect(focusOf({ ...unplaced, plantLat: 0, plantLong: 0 })).toBeNull();
  });

  it('has every job and plant once', () => {
    expect(
      placesOf([truck(1, 3), truck(2, 3), truck(3, 3, { job: 'Other', jobLat: 35.4 })]).map(({ kind, name }) => `${kind} ${name}`),
    ).toEqual(['plant Amnicola', 'job Cedar Glade', 'job Other']);
  });

  it('TRK-09 shows only the part of a route that is ahead of the truck', () => {
    const points = [0, 1, 2, 3].map((step) => ({ latitude: 35, longitude: -85 + step / 100 }));
    const here = { latitude: 35.0001, longitude: -84.985 };
    expect(routeAhead(points, here)).toEqual([here, points[2], points[3]]);
    expect(routeAhead(points, { latitude: 35, longitude: -85.01 })).toHaveLength(5);
  });
});

describe('a board that is not refreshed', () => {
  it('TRK-19 is not live while its list or its polls fail, and has the time of its data', () => {
    const at = (dataUpdatedAt: number, isError = false) => ({ dataUpdatedAt, isError });
    expect(boardRefresh(at(1000), at(21_000))).toEqual({ isError: false, dataUpdatedAt: 21_000 });
    expect(boardRefresh(at(1000), at(21_000, true))).toEqual({ isError: true, dataUpdatedAt: 21_000 });
    // The first poll after the list.
    expect(boardRefresh(at(1000), at(0, true))).toEqual({ isError: true, dataUpdatedAt: 1000 });
    // Polls only update the trucks of the list.
    expect(boardRefresh(at(1000, true), at(21_000))).toEqual({ isError: true, dataUpdatedAt: 1000 });
  });
});

describe('a load that an alert leads to', () => {
  it('TRK-01 is over only if data from after its selection does not contain it', () => {
    const known = (dataUpdatedAt: number, ...ids: number[]) => ({ dataUpdatedAt, data: { trucks: ids.map((ticketId) => ({ ticketId })) } });
    const none = { dataUpdatedAt: 0, data: undefined };
    expect(isLoadOver(7, 100, none, none)).toBe(false);
    // The list is from before the load began.
    expect(isLoadOver(7, 100, known(50, 1, 2), known(50))).toBe(false);
    expect(isLoadOver(7, 100, known(110, 1, 2), known(50))).toBe(true);
    expect(isLoadOver(7, 100, known(110, 1, 7), known(50))).toBe(false);
    // The poll knows it before the list does, and knows first that it ended.
    expect(isLoadOver(7, 100, known(110, 1, 2), known(120, 1, 2, 7))).toBe(false);
    expect(isLoadOver(7, 100, known(50, 1, 7), known(120, 1))).toBe(true);
  });
});

/** Returns the hue of `#rrggbb` in degrees. */
function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue);
  const sector = max === red ? (green - blue) / range : max === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
  return (sector * 60 + 360) % 360;
}

describe('the motion of a truck', () => {
  it.each([
    [0, 'Stopped'],
    [0.4, 'In Motion'],
    [0.5, 'In Motion · 1 mph'],
    [41.6, 'In Motion · 42 mph'],
  ])('TRK-10 at %d mph is %s', (value, text) => {
    expect(motionText({ speed: { value, unit: 'mph' }, recordedAt: NOW }, nowMs)).toBe(text);
  });

  it('TRK-06 TRK-10 of an old position is that of when it was sent, and its pin has no arrow', () => {
    const later = nowMs + 3_600_000;
    expect(motionText({ speed: { value: 45, unit: 'mph' }, recordedAt: NOW }, later)).toBe('In Motion · 45 mph when last seen');
    expect([nowMs, later].map((moment) => fleetOf([truck(1, 3)], undefined, moment)[0]?.isMoving)).toEqual([true, false]);
  });
});
