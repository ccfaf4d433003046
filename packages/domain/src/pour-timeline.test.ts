import { describe, expect, it } from 'vitest';
import { finalBalance, nextPourTruck, notBefore, pourBoard, pourQuantities, rateNow, ratePlanned, siteGaps, siteWaits } from './pour.ts';
import { usualLoad } from './pour-facts.ts';
import { pourTimeline } from './pour-timeline.ts';
import { at, done, eta, facts, load, NOW } from './testing/pour-loads.ts';

const minutes = (moment: number) => (moment - NOW) / 60_000;
const timelineOf = (loads: ReturnType<typeof load>[], more: Partial<Parameters<typeof pourTimeline>[0]> = {}, now = NOW) =>
  pourTimeline({ loads, gaps: [], finish: null, maxAgeMinutes: 90, ...more }, now);

describe('the time axis', () => {
  it('POUR-02 begins with the first load or now and ends with the last end or gap, half an hour later at least', () => {
    const axis = ({ fromAt, toAt, nowPercent }: ReturnType<typeof timelineOf>) => [minutes(fromAt), minutes(toAt), nowPercent];
    expect(axis(timelineOf([]))).toEqual([0, 30, 0]);
    expect(axis(timelineOf([done(1, -100)]))).toEqual([-155, -100, null]);
    expect(axis(timelineOf([load(1, [-50])]))).toEqual([-50, 0, 100]);
    expect(axis(timelineOf([load(1, [-50], { eta: eta(50) })]))).toEqual([-50, 50, 50]);
    const gaps = [{ fromAt: at(0), toAt: at(150), isAhead: true }];
    const { rows, gaps: shown, ...rest } = timelineOf([load(1, [-50])], { gaps });
    expect([minutes(rest.toAt), rest.nowPercent, rows.length]).toEqual([150, 25, 1]);
    expect(shown).toEqual([{ ...gaps[0], from: 25, to: 100 }]);
    expect(timelineOf([load(1, [-50])], { gaps: [{ fromAt: at(-90), toAt: at(-50), isAhead: false }] }).gaps).toEqual([]);
  });

  it('POUR-02 has round marks, eight at most', () => {
    const marks = (length: number) =>
      timelineOf([load(1, [0], { eta: eta(length) })]).ticks.map(({ at: moment, place }) => [minutes(moment), Math.round(place)]);
    expect(marks(30)).toEqual([
      [0, 0],
      [5, 17],
      [10, 33],
      [15, 50],
      [20, 67],
      [25, 83],
      [30, 100],
    ]);
    expect(marks(35).length).toBe(8);
    expect(marks(36).map(([minute]) => minute)).toEqual([0, 10, 20, 30]);
    expect(marks(200).map(([minute]) => minute)).toEqual([0, 30, 60, 90, 120, 150, 180]);
    const uneven = timelineOf([load(1, [-7], { eta: eta(30) })]).ticks.map(({ at: moment }) => minutes(moment));
    expect(uneven).toEqual([0, 10, 20, 30]);
  });
});

describe('the line of a load', () => {
  const lineOf = (one: ReturnType<typeof load>, more = {}) =>
    timelineOf([one], more).rows[0]?.segments.map(
      ({ kind, isAhead, from, to }) => `${kind}${isAhead ? '?' : ''} ${Math.round(from)}-${Math.round(to)}`,
    );

  it('POUR-02 has the parts that happened, and those that are expected from now or from the arrival on', () => {
    expect(lineOf(load(1, [-100, -90, -70, -40, -30, -10]))).toEqual(['plant 0-25', 'road 25-63', 'wait 63-75', 'pour 75-100']);
    expect(lineOf(load(1, [-50], { eta: eta(50) }))).toEqual(['plant 0-50', 'plant? 50-100', 'pour? 100-100']);
    expect(lineOf(load(1, [-50, -40, -30], { eta: eta(10) }))).toEqual(['plant 0-20', 'road 20-80', 'road? 80-100', 'pour? 100-100']);
    const waiting = load(1, [-60, -50, -30, -10]);
    const finish = {
      estimatedAt: at(50),
      earliestAt: at(40),
      latestAt: at(60),
      basis: 'loads' as const,
      endOfLoad: new Map([[1, at(50)]]),
    };
    expect(lineOf(waiting, { finish })).toEqual(['plant 0-20', 'road 20-40', 'wait 40-50', 'pour? 50-100']);
    // A load that was finished without a known start of its pour is not expected to pour.
    expect(lineOf(load(1, [-60, -50, -30, -10], { finishedAt: at(0), statusId: 6 }))).toEqual(['plant 0-40', 'road 40-80', 'wait 80-100']);
  });

  it('POUR-02 is marked from the first minute beyond the limits, in the order of the loads', () => {
    const rowOf = (wait: number, age: number) => timelineOf([load(1, [-age - 5, -age, -age + 1, -wait])]).rows[0];
    expect([rowOf(20, 90)?.isLongWait, rowOf(21, 90)?.isLongWait, rowOf(5, 90)?.isOld, rowOf(5, 91)?.isOld]).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(timelineOf([load(1, [-200])]).rows[0]).toMatchObject({ waitMinutes: null, isLongWait: false, ageMinutes: null, isOld: false });
    const unsorted = [load(3, [-1]), load(1, [-1]), load(2, [-1], { id: 9 }), load(2, [-1], { id: 4 })];
    expect(timelineOf(unsorted).rows.map(({ load: { id } }) => id)).toEqual([1, 4, 9, 3]);
  });
});

describe('the figures of the board', () => {
  it('POUR-01 the planned rate needs an interval and loads', () => {
    expect(ratePlanned(facts([], { ordered: 90, loadCount: 9, intervalMinutes: 20 }))).toBe(30);
    expect(ratePlanned(facts([], { ordered: 10, loadCount: 1, intervalMinutes: 20 }))).toBe(30);
    expect([ratePlanned(facts([], { loadCount: 0 })), ratePlanned(facts([], { intervalMinutes: null }))]).toEqual([null, null]);
  });

  it('POUR-01 the rate counts what was finished in the last 90 minutes, whatever the order of the loads', () => {
    const finished = [done(3, -30), done(1, -90), done(2, -60), done(4, -120), done(5, 10)];
    expect(rateNow(finished, NOW)).toBe(20);
    expect(rateNow([done(1, -40), done(2, -20)], NOW)).toBeNull();
    expect(rateNow([done(1, -20), done(2, -20), done(3, -20)], NOW)).toBeNull();
    const board = pourBoard(facts([done(2, -20), done(1, -60), done(3, 0), load(4, [-5])]), NOW);
    expect(board.rateOverall).toBe(20);
    expect(pourBoard(facts([done(1, -60), done(2, -20)]), NOW).rateOverall).toBeNull();
    expect(pourBoard(facts([done(1, -20), done(2, -20), done(3, -20)]), NOW).rateOverall).toBeNull();
  });

  it('POUR-01 a job is idle after its last load while more has to come, and not with a truck on it', () => {
    const standing = (...args: Parameters<typeof facts>) => pourBoard(facts(...args), NOW).standingMinutes;
    const one = { ordered: 10, loadCount: 1 };
    expect(standing([done(1, -12)], { ordered: 20, loadCount: 2 })).toBe(12);
    expect(standing([done(1, -12)], one)).toBeNull();
    expect(standing([done(1, -12), load(2, [-40, -35, -25])], one)).toBe(12);
    expect(standing([done(1, -12), load(2, [-40, -35])], one)).toBe(12);
    expect(standing([done(1, -12), load(2, [-60, -55, -45, -3])])).toBeNull();
    expect(standing([])).toBeNull();
  });

  it('POUR-01 the next truck is the first by its ETA, else the furthest on its way, else the next of the plan', () => {
    const next = (loads: ReturnType<typeof load>[], more = {}) => nextPourTruck(facts(loads, more), NOW);
    const [soon, later] = [load(2, [-30, -25, -15], { eta: eta(5) }), load(1, [-30, -25, -15], { eta: eta(9) })];
    expect(next([later, soon, load(3, [-60, -55, -45, -3], { eta: eta(1) })])).toMatchObject({ kind: 'expected', load: { id: 2 } });
    expect(next([load(1, [-5]), load(3, [-30, -25, -15]), load(2, [-30, -25, -15])])).toMatchObject({
      kind: 'under-way',
      place: 'road',
      load: { id: 2 },
    });
    expect(next([load(4, [-5])])).toMatchObject({ kind: 'under-way', place: 'plant', load: { id: 4 } });
    expect(next([done(1, -5)], { loadCount: 1, startsAt: at(60) })).toBeNull();
    expect(next([done(1, -5)], { loadCount: 2, startsAt: at(-10) })).toEqual({ kind: 'overdue', at: NOW });
    expect(next([done(1, -5)], { loadCount: 2, startsAt: at(-9) })).toEqual({ kind: 'scheduled', at: at(1) });
    expect(notBefore(eta(-10), NOW)).toEqual({ estimatedAt: NOW, earliestAt: NOW, latestAt: at(1) });
    expect(notBefore(eta(10), NOW)).toEqual({ estimatedAt: at(10), earliestAt: at(5), latestAt: at(15) });
  });

  it('POUR-01 the longest wait is first, and a gap has five minutes at least', () => {
    const steps = [-60, -55, -45];
    const waits = siteWaits([load(3, [...steps, -5]), load(2, [...steps, -30, -20]), load(1, [...steps, -5]), done(4, -1)], NOW);
    expect(waits.map(({ load: { id }, minutes: waited, isWaiting }) => [id, waited, isWaiting])).toEqual([
      [2, 10, false],
      [1, 5, true],
      [3, 5, true],
    ]);
    const stays = [load(2, [-60, -55, -45, -20, -15, -10]), load(1, [-90, -85, -75, -60, -50, -25])];
    expect(siteGaps(stays, null, null, NOW)).toEqual([{ fromAt: at(-25), toAt: at(-20), isAhead: false }]);
    expect(siteGaps([], { kind: 'overdue', at: at(-30) }, null, NOW)).toEqual([]);
    const finish = {
      estimatedAt: at(20),
      earliestAt: at(10),
      latestAt: at(30),
      basis: 'loads' as const,
      endOfLoad: new Map([[1, at(20)]]),
    };
    expect(siteGaps([load(1, [...steps, -5])], { kind: 'scheduled', at: at(40) }, finish, NOW)).toEqual([
      { fromAt: at(20), toAt: at(40), isAhead: true },
    ]);
    expect(siteGaps([done(1, -30)], null, null, NOW)).toEqual([]);
  });

  it('POUR-01 the rest is ordered in loads of the usual size', () => {
    const loads = [load(1, [-5], { quantity: 8 }), load(2, [-5], { quantity: 10 }), load(3, [-5], { quantity: 9 })];
    expect([usualLoad(loads, 100, 10), usualLoad([], 100, 8), usualLoad([], 100, 0), usualLoad([], 0, 0)]).toEqual([9, 12.5, 100, 1]);
    const balance = (ordered: number, loadCount: number) => {
      const given = facts(loads, { ordered, loadCount });
      return finalBalance(given, pourQuantities(given));
    };
    expect(balance(52, 6)).toEqual({ quantity: 25, loads: 3, lastLoad: 7, isUnplanned: false });
    expect(balance(45, 3)).toEqual({ quantity: 18, loads: 2, lastLoad: 9, isUnplanned: true });
    expect(balance(27, 3)).toBeNull();
  });
});
