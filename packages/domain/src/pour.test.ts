import { describe, expect, it } from 'vitest';
import { concreteAgeMinutes, LONG_WAIT_MINUTES, type PourBoard, pourBoard, waitMinutes } from './pour.ts';
import { type PourFacts, type PourLoad, plannedLoads } from './pour-facts.ts';
import { pourTimeline } from './pour-timeline.ts';
import { at, done, eta, facts, load, NOW } from './testing/pour-loads.ts';
import { seededRandom } from './testing/seeded-random.ts';

describe('the pour board', () => {
  const boardOf = () =>
    pourBoard(
      facts([
        done(1, -30),
        done(2, -20),
        done(3, -10),
        load(4, [-70, -65, -50, -25], { dueAt: at(-30) }),
        load(5, [-30, -25, -15], { eta: eta(12) }),
        load(6, [-12, -8], { eta: eta(25) }),
      ]),
      NOW,
    );

  it('POUR-01 says where the ordered quantity is', () => {
    expect(boardOf().quantities).toEqual({ poured: 30, onSite: 10, onRoad: 10, atPlant: 10, toLoad: 20 });
  });

  it('POUR-01 has the rate now and planned, the next truck with its span and the waits', () => {
    const board = boardOf();
    expect(board.rateNow).toBe(60);
    expect(board.ratePlanned).toBe(60);
    expect(board.next).toMatchObject({ kind: 'expected', load: { id: 5 }, arrival: { estimatedAt: at(12), latestAt: at(17) } });
    expect(board.waits).toMatchObject([{ load: { id: 4 }, minutes: 25, isWaiting: true, isLong: true }]);
    expect(board.balance).toEqual({ quantity: 20, loads: 2, lastLoad: 10, isUnplanned: false });
  });

  it('POUR-01 says how long the job waits for concrete before the next truck', () => {
    const idle = pourBoard(facts([done(1, -20), load(2, [-30, -25, -15], { eta: eta(12) })]), NOW);
    expect(idle.gapMinutes).toBe(12);
    expect(idle.gaps).toEqual([{ fromAt: at(-20), toAt: at(12), isAhead: true }]);
    expect(pourBoard(facts([load(1, [-60, -55, -45, -2]), load(2, [-30, -25, -15], { eta: eta(12) })]), NOW).gapMinutes).toBe(0);
    expect(pourBoard(facts([done(1, -20), load(2, [-30, -25, -15])]), NOW).gapMinutes).toBeNull();
  });

  it('POUR-01 says that the job is idle and the next load is late after a breakdown, and the rate of the whole pour at its end', () => {
    const broken = pourBoard(facts([done(1, -60), done(2, -50), done(3, -40)], { startsAt: at(-80) }), NOW);
    expect(broken.next).toEqual({ kind: 'overdue', at: at(-50) });
    expect([broken.standingMinutes, broken.gapMinutes, broken.finish?.basis]).toEqual([40, null, 'loads']);
    expect(broken.gaps).toEqual([{ fromAt: at(-40), toAt: NOW, isAhead: false }]);
    const inTime = { startsAt: at(-20), orderStatusId: 6 };
    expect(pourBoard(facts([done(1, -4), done(2, -3)], { ...inTime, intervalMinutes: 15 }), NOW).next).toEqual({
      kind: 'scheduled',
      at: at(10),
    });
    // Everything is ticketed, or nobody released it yet: nothing is late.
    expect(pourBoard(facts([done(1, -60), done(2, -50)], { ordered: 20, loadCount: 3 }), NOW).next).toBeNull();
    expect(pourBoard(facts([], { orderStatusId: 3 }), NOW).next).toBeNull();
    const over = pourBoard(facts([done(1, -600), done(2, -590), done(3, -580)], { orderStatusId: 5 }), NOW);
    expect([over.rateNow, over.rateOverall, over.standingMinutes, over.balance]).toEqual([null, 60, null, null]);
  });

  it('POUR-01 says that there is too little data, instead of guessing', () => {
    const early = pourBoard(facts([done(1, -5), load(2, [-30, -25, -15], { eta: eta(12) })]), NOW);
    expect(early.rateNow).toBeNull();
    expect(early.finish?.basis).toBe('plan');
    const noPlan = pourBoard(facts([], { intervalMinutes: null, startsAt: at(30) }), NOW);
    expect([noPlan.ratePlanned, noPlan.finish]).toEqual([null, null]);
    expect(pourBoard(facts([], { orderStatusId: 3, startsAt: at(600) }), NOW).finish).toBeNull();
  });

  it('POUR-01 suggests what to order if no planned load brings the rest', () => {
    const short = pourBoard(
      facts([done(1, -40), done(2, -30), load(3, [-30, -25, -15], { eta: eta(5) })], { ordered: 36.2, loadCount: 3 }),
      NOW,
    );
    expect(short.balance).toEqual({ quantity: 6.5, loads: 1, lastLoad: 6.5, isUnplanned: true });
    expect(pourBoard(facts([], { orderStatusId: 9 }), NOW)).toMatchObject({ balance: null, finish: null, next: null, isOpen: false });
  });

  it('POUR-01 derives a load count that is not known from the quantity and the loads so far', () => {
    const plan = { loadCount: 0, ordered: 80, orderType: 1 };
    expect(plannedLoads({ ...plan, loadCount: 9 }, [])).toBe(9);
    expect([1, 2, 3].map((orderType) => plannedLoads({ ...plan, orderType }, []))).toEqual([8, 4, 1]);
    expect(
      plannedLoads(plan, [
        { quantity: 8, isRejected: false },
        { quantity: 8, isRejected: false },
        { quantity: 6.5, isRejected: false },
      ]),
    ).toBe(3 + 8);
    expect([80, 83].map((quantity) => plannedLoads(plan, [{ quantity, isRejected: false }]))).toEqual([1, 1]);
    expect(plannedLoads({ ...plan, ordered: 0 }, [])).toBe(0);
  });

  it('POUR-01 leaves a rejected load out of what is poured and asks to order it again', () => {
    const loads = [done(1, -30), { ...done(2, -20), isRejected: true }, done(3, -10)];
    const board = pourBoard(facts(loads, { ordered: 30, loadCount: 3 }), NOW);
    expect(board.quantities).toEqual({ poured: 20, onSite: 0, onRoad: 0, atPlant: 0, toLoad: 10 });
    expect(board.balance).toEqual({ quantity: 10, loads: 1, lastLoad: 10, isUnplanned: true });
    expect([board.next, board.rateNow, board.standingMinutes]).toEqual([null, null, 10]);
    // It waits for nobody, and what is left of the plan still comes.
    const waiting = pourBoard(facts([load(1, [-70, -65, -50, -25], { isRejected: true })]), NOW);
    expect([waiting.waits, waiting.quantities.toLoad]).toEqual([[], 80]);
    expect(waiting.balance?.isUnplanned).toBe(false);
    expect(waiting.finish?.endOfLoad.size).toBe(0);
    expect(plannedLoads({ loadCount: 0, ordered: 30, orderType: 1 }, loads)).toBe(4);
  });

  it('POUR-02 counts the age of concrete from its ticket where its loading is not reported', () => {
    const age = (more: Partial<PourLoad>) => concreteAgeMinutes(load(1, [-40], more), NOW);
    expect([age({}), age({ leftAt: at(-20) }), age({ arrivedAt: at(-5) }), age({ loadedAt: at(-33), leftAt: at(-20) })]).toEqual([
      null,
      40,
      40,
      33,
    ]);
    expect(age({ arrivedAt: at(-25), finishedAt: at(-10) })).toBe(30);
  });

  it('POUR-01 REQ-03 a stopped order still says when its trucks under way come, but plans no others', () => {
    const loads = [done(1, -30), done(2, -20), load(3, [-70, -65, -50, -5]), load(4, [-30, -25, -15], { eta: eta(8) })];
    for (const orderStatusId of [4, 7]) {
      const board = pourBoard(facts(loads, { orderStatusId }), NOW);
      expect(board.next).toMatchObject({ kind: 'expected', load: { id: 4 } });
      expect([...(board.finish?.endOfLoad.keys() ?? [])]).toEqual([3, 4]);
      expect(board.finish?.estimatedAt).toBeLessThan(at(60));
      expect([board.isOpen, board.balance, board.standingMinutes]).toEqual([false, null, null]);
    }
    const over = pourBoard(facts(loads.slice(0, 2), { orderStatusId: 7 }), NOW);
    expect([over.next, over.finish]).toEqual([null, null]);
    // A truck that is loading again does not come with its earlier load, even if nobody saw it arrive.
    expect(pourBoard(facts([load(1, [-90, -85, -75], { finishedAt: at(-5) })], { orderStatusId: 7 }), NOW).next).toBeNull();
    // Nothing is scheduled once everything is ticketed, whatever the plan says.
    expect(pourBoard(facts([done(1, -4)], { ordered: 10, startsAt: at(-5) }), NOW).next).toBeNull();
  });

  it('POUR-02 a load that is rejected or delivered has ended, even if nobody reported when', () => {
    const rejected = load(1, [-200, -190, -170, -110], { isRejected: true });
    const left = load(2, [-200, -190, -170, -100], { statusId: 6 });
    const [ages, waits] = [concreteAgeMinutes, waitMinutes].map((count) => [rejected, left].map((each) => count(each, NOW)));
    expect([ages, waits]).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(concreteAgeMinutes({ ...rejected, finishedAt: at(-95) }, NOW)).toBe(95);
    expect(waitMinutes({ ...rejected, finishedAt: at(-95) }, NOW)).toBe(15);
    const over = facts([rejected, left, done(3, -40)], { orderStatusId: 5 });
    const { gaps, finish } = pourBoard(over, NOW);
    // The end of load 2 is not known, so no gap follows it.
    expect(gaps).toEqual([]);
    const { rows, toAt } = pourTimeline({ loads: over.loads, gaps, finish, maxAgeMinutes: 90 }, NOW);
    expect(toAt).toBe(at(-40));
    expect(rows.map(({ isOld, isLongWait }) => isOld || isLongWait)).toEqual([false, false, false]);
    expect(rows[0]?.segments.map(({ kind }) => kind)).toEqual(['plant', 'road', 'wait']);
    // Nor is it known since when the job stands, unless a later load has ended.
    const coming = load(4, [-30, -25, -15]);
    expect(pourBoard(facts([left, coming]), NOW).standingMinutes).toBeNull();
    expect(pourBoard(facts([left, done(3, -40), coming]), NOW).standingMinutes).toBe(40);
  });

  it('POUR-01 lowers the rate while nothing is finished', () => {
    const rates = [0, 10, 30, 50].map((later) => pourBoard(facts([done(1, -30), done(2, -20), done(3, -10)]), at(later)).rateNow ?? 0);
    expect(rates[0]).toBe(60);
    expect(rates.toSorted((a, b) => b - a)).toEqual(rates);
    expect(rates[3]).toBeLessThan(30);
  });
});

describe('the timeline', () => {
  it('POUR-02 has a line per load with its parts, and marks long waits and old concrete', () => {
    const loads = [done(1, -20), load(2, [-110, -100, -80, -50]), load(3, [-20, -15, -5], { eta: eta(10) })];
    const { finish, gaps } = pourBoard(facts(loads), NOW);
    const { rows } = pourTimeline({ loads, gaps, finish, maxAgeMinutes: 90 }, NOW);
    expect(rows.map(({ load: { id }, isLongWait, isOld }) => [id, isLongWait, isOld])).toEqual([
      [1, false, false],
      [2, true, true],
      [3, false, false],
    ]);
    expect(rows[0]?.segments.map(({ kind }) => kind)).toEqual(['plant', 'road', 'wait', 'pour']);
    expect(rows[2]?.segments.map(({ kind, isAhead }) => `${kind} ${isAhead}`)).toEqual([
      'plant false',
      'road false',
      'road true',
      'pour true',
    ]);
    expect(pourTimeline({ loads, gaps, finish, maxAgeMinutes: null }, NOW).rows.some(({ isOld }) => isOld)).toBe(false);
  });
});

/** Any order: loads at any step, in any order, with and without plan, due times and ETAs. */
function anyFacts(seed: number): PourFacts {
  const next = seededRandom(seed);
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const loadCount = int(1, 30);
  const loads = Array.from({ length: int(0, loadCount + 2) }, (_, index) => {
    let minute = int(-400, 0);
    const steps: number[] = [];
    for (let step = int(1, 6); step > 0 && minute <= 0; step -= 1) {
      steps.push(minute);
      minute += int(0, 60);
    }
    return load(index + 1, steps, {
      quantity: int(2, 21) / 2,
      dueAt: next() < 0.8 ? at(int(-300, 60)) : null,
      eta: steps.length < 4 && next() < 0.7 ? eta(int(-20, 60), int(0, 20)) : null,
    });
  });
  return facts(loads, {
    orderStatusId: [1, 3, 6, 6, 6, 5, 7, 9][int(0, 7)] ?? 6,
    ordered: int(5, 600) / 2,
    startsAt: at(int(-400, 200)),
    intervalMinutes: next() < 0.8 ? int(3, 60) : null,
    loadCount,
  });
}

describe('any order', () => {
  const SEEDS = Array.from({ length: 400 }, (_, seed) => seed);
  const each = (check: (facts: PourFacts, board: PourBoard) => void) => {
    for (const seed of SEEDS) {
      const given = anyFacts(seed);
      try {
        check(given, pourBoard(given, NOW));
      } catch (cause) {
        throw new Error(`seed ${seed}`, { cause });
      }
    }
  };

  it('POUR-01 its parts add up to what is ordered, or to what is ticketed if that is more', () => {
    each(({ ordered, loads }, { quantities }) => {
      const ticketed = loads.reduce((total, { quantity }) => total + quantity, 0);
      expect(Object.values(quantities).reduce((total, part) => total + part, 0)).toBeCloseTo(Math.max(ordered, ticketed), 6);
      expect(Math.min(...Object.values(quantities))).toBeGreaterThanOrEqual(0);
    });
  });

  it('POUR-01 its spans hold their estimate, and nothing is expected in the past', () => {
    each((given, { finish, next, gapMinutes, rateNow, waits }) => {
      if (finish) {
        expect(finish.earliestAt).toBeGreaterThanOrEqual(NOW);
        expect(finish.estimatedAt).toBeGreaterThanOrEqual(finish.earliestAt);
        expect(finish.latestAt).toBeGreaterThan(finish.estimatedAt);
        for (const end of finish.endOfLoad.values()) expect(end).toBeLessThanOrEqual(finish.estimatedAt);
      }
      if (next?.kind === 'expected') {
        const { earliestAt, estimatedAt, latestAt } = next.arrival;
        expect([NOW, earliestAt, estimatedAt, latestAt].toSorted((a, b) => a - b)).toEqual([NOW, earliestAt, estimatedAt, latestAt]);
      }
      expect(gapMinutes ?? 0).toBeGreaterThanOrEqual(0);
      expect(rateNow ?? 1).toBeGreaterThan(0);
      for (const { minutes, isLong } of waits) expect(isLong).toBe(minutes > LONG_WAIT_MINUTES);
      expect(given.orderStatusId === 9 ? finish : null).toBeNull();
    });
  });

  it('POUR-01 more to pour never means an earlier finish', () => {
    each((given, { finish }) => {
      const more = pourBoard({ ...given, ordered: given.ordered + 40, loadCount: given.loadCount + 4 }, NOW).finish;
      if (finish && more) expect(more.estimatedAt).toBeGreaterThanOrEqual(finish.estimatedAt);
    });
  });

  it('POUR-01 the balance covers what is still to load, by less than a step more', () => {
    each((_, { balance, quantities: { toLoad } }) => {
      if (!balance) return;
      expect(balance.quantity).toBeGreaterThanOrEqual(toLoad - 1e-9);
      expect(balance.quantity - toLoad).toBeLessThan(0.5);
      expect(balance.lastLoad).toBeGreaterThan(0);
    });
  });

  it('POUR-02 its lines lie within the axis and their parts follow each other', () => {
    each(({ loads }, { gaps, finish }) => {
      const timeline = pourTimeline({ loads, gaps, finish, maxAgeMinutes: 90 }, NOW);
      expect(timeline.rows.length).toBe(loads.length);
      for (const { segments } of timeline.rows) {
        const places = segments.flatMap(({ from, to }) => [from, to]);
        expect(places.toSorted((a, b) => a - b)).toEqual(places);
        expect(places.every((place) => place >= 0 && place <= 100)).toBe(true);
      }
      expect(timeline.ticks.length).toBeLessThanOrEqual(8);
      for (const { from, to } of timeline.gaps) expect(to).toBeGreaterThan(from);
    });
  });
});
