import { describe, expect, it } from 'vitest';
import type { PourFacts, PourLoad } from './pour-facts.ts';
import { predictFinish } from './pour-finish.ts';
import { at, done, eta, facts, load, NOW } from './testing/pour-loads.ts';

const minutesOf = (moment: number | undefined) => (moment === undefined ? undefined : (moment - NOW) / 60_000);
const predict = (loads: PourLoad[], more: Partial<PourFacts> = {}) => predictFinish(facts(loads, more), NOW);
/** The predicted end in minutes from now, of an order without further loads. */
const endOf = (loads: PourLoad[], more: Partial<PourFacts> = {}) =>
  minutesOf(predict(loads, { loadCount: loads.length, ...more })?.estimatedAt);
/** A finished load by its arrival, wait and pour. */
const poured = (loadNumber: number, arrived: number, wait: number, pour: number, more: Partial<PourLoad> = {}) =>
  load(loadNumber, [arrived - 42, arrived - 37, arrived - 27, arrived, arrived + wait, arrived + wait + pour], more);

describe('the end of a pour that has just begun', () => {
  it('POUR-01 follows from the plan: three minutes of waiting and thirteen of pouring after the last load', () => {
    const finish = predict([], { startsAt: at(100), loadCount: 3, ordered: 30 });
    expect(finish).toMatchObject({ basis: 'plan', estimatedAt: at(136) });
    expect(minutesOf(finish?.earliestAt)).toBeCloseTo(120.06);
    expect(minutesOf(finish?.latestAt)).toBeCloseTo(156.722);
  });

  it('POUR-01 leaves the time for ticket, loading and road to loads that are late and have no ticket', () => {
    expect(endOf([], { startsAt: at(-60), loadCount: 1, ordered: 10 })).toBe(38 + 16);
    // Late trucks do not arrive all at once.
    expect(endOf([], { startsAt: at(-60), loadCount: 3, ordered: 30 })).toBe(40 + 16);
  });

  it('POUR-01 counts a truck on the job from its pour, or from now while it waits; it is never over', () => {
    const steps = [-60, -55, -45];
    expect(endOf([load(1, [...steps, -10, -5])])).toBe(8);
    expect(endOf([load(1, [...steps, -40, -30])])).toBe(1);
    expect(endOf([load(1, [...steps, -10])])).toBe(13);
    expect(endOf([load(1, [...steps, -1])])).toBe(15);
    expect(predict([load(1, [...steps, -40, -30])], { loadCount: 1 })?.earliestAt).toBe(NOW);
  });

  it('POUR-01 expects a truck by its ETA, else when it is due, else by its ticket, and never in the past', () => {
    const steps = [-8, -4, -1];
    expect(endOf([load(1, steps, { eta: eta(20), dueAt: at(50) })])).toBe(36);
    expect(endOf([load(1, steps, { eta: eta(-5) })])).toBe(16);
    expect(endOf([load(1, steps, { dueAt: at(15) })])).toBe(31);
    expect(endOf([load(1, steps, { dueAt: at(-15) })])).toBe(16);
    expect(endOf([load(1, steps)])).toBe(30 + 16);
  });
});

describe('the end of a pour that is under way', () => {
  it('POUR-01 is learned from three finished loads, and two are too few', () => {
    const coming = load(4, [-30, -25, -15], { eta: eta(20) });
    const learned = predict([done(1, -70), done(2, -50), done(3, -30), coming], { loadCount: 4 });
    expect(learned).toMatchObject({ basis: 'loads', estimatedAt: at(38) });
    expect(minutesOf(learned?.earliestAt)).toBeCloseTo(31.98);
    expect(minutesOf(learned?.latestAt)).toBeCloseTo(45.826);
    expect(predict([done(1, -70), done(2, -50), coming], { loadCount: 3 })).toMatchObject({ basis: 'plan', estimatedAt: at(36) });
  });

  it('POUR-01 uses the median pour, delay and drive of the last six loads, and one of their shorter waits', () => {
    const pours = [60, 20, 21, 22, 23, 24, 25];
    const waits = [9, 5, 6, 7, 8, 9, 10];
    const delays = [100, 1, 2, 3, 4, 5, 6];
    const ways = [500, 31, 32, 33, 34, 35, 36];
    const finished = pours.map((pour, index) => {
      const arrived = -1000 + 100 * index;
      const more = { dueAt: at(arrived - (delays[index] ?? 0)), ticketedAt: at(arrived - (ways[index] ?? 0)) };
      return poured(index + 1, arrived, waits[index] ?? 0, pour, more);
    });
    expect(endOf([...finished, load(8, [-30, -25, -15], { eta: eta(20) })])).toBe(20 + 7 + 23);
    expect(endOf([...finished, load(8, [-30, -25, -15], { dueAt: at(20) })])).toBe(24 + 7 + 23);
    expect(endOf([...finished, load(8, [-10, -5, -1])])).toBe(24 + 7 + 23);
    // Which loads are the last ones follows from their numbers.
    expect(endOf([...finished.toReversed(), load(8, [-30, -25, -15], { dueAt: at(20) })])).toBe(54);
  });

  it('POUR-01 serves trucks that queue one after the other, at the pace of loads that queued before', () => {
    // Finished 8, 10, 12 and 14 minutes apart while the next truck was there; one came to an empty job and took two.
    const finished = [
      load(1, [-140, -135, -125, -90, -80, -62]),
      load(2, [-130, -125, -115, -61, -61, -60]),
      load(3, [-120, -115, -105, -75, -66, -52]),
      load(4, [-110, -105, -95, -65, -56, -42]),
      load(5, [-100, -95, -85, -55, -44, -30]),
      load(6, [-90, -85, -75, -40, -30, -16]),
    ];
    const waiting = [load(7, [-70, -65, -55, -20]), load(8, [-65, -60, -50, -15])];
    const finish = predict([...finished, ...waiting]);
    expect([...(finish?.endOfLoad ?? [])].map(([id, end]) => [id, minutesOf(end)])).toEqual([
      [7, 14],
      [8, 24],
    ]);
    expect(minutesOf(finish?.estimatedAt)).toBe(24);
    // Two trucks that queued are too few to derive a pace: both pour at once.
    expect(endOf([...finished.slice(0, 4), ...waiting])).toBe(endOf([...finished.slice(0, 4), ...waiting.slice(0, 1)]));
  });

  it('POUR-01 does not start a truck before the usual time after the last finished load', () => {
    const queue = [-62, -42, -22, -2].map((finished, index) =>
      load(index + 1, [-140, -135, -125, finished - 40, finished - 14, finished], { ticketedAt: at(finished - 80) }),
    );
    expect(endOf([...queue, load(5, [-70, -65, -55, -30])])).toBe(18);
  });

  it('POUR-01 expects loads without a ticket by the plan and the recent delay, after those under way', () => {
    const late = poured(1, -20, 3, 13, { dueAt: at(-30), ticketedAt: at(-50) });
    expect(endOf([late], { loadCount: 2, ordered: 20, intervalMinutes: 60, startsAt: at(-30) })).toBe(40 + 16);
    const coming = load(2, [-30, -25, -15], { eta: eta(70) });
    expect(endOf([late, coming], { loadCount: 3, ordered: 30, intervalMinutes: 20, startsAt: at(-30) })).toBe(71 + 16);
  });

  it('POUR-01 expects no more loads than the quantity needs, however many are planned', () => {
    const loads = Array.from({ length: 9 }, (_, index) => done(index + 1, -90 + index * 10));
    const plan = { ordered: 100, intervalMinutes: 15, startsAt: at(-150) };
    expect(endOf(loads, { ...plan, loadCount: 12 })).toBe(endOf(loads, { ...plan, loadCount: 10 }));
    expect(endOf(loads, { ...plan, loadCount: 12, ordered: 110 })).toBeGreaterThan(endOf(loads, { ...plan, loadCount: 12 }) ?? 0);
  });

  it('POUR-01 learns the spacing from the arrivals where there is no plan', () => {
    const noPlan = { intervalMinutes: null, loadCount: 5, ordered: 50 };
    const arrived = [done(1, -32), done(2, -52), done(3, -12)];
    expect(endOf(arrived, noPlan)).toBe(42 + 20 + 18);
    expect(endOf([...arrived, load(4, [-30, -25, -15], { eta: eta(50) })], noPlan)).toBe(70 + 18);
    expect(predict(arrived.slice(0, 2), noPlan)).toBeNull();
    const gaps = [90, 10, 11, 12, 13, 14, 15];
    const many = [0, ...gaps].map((_, index, all) => done(index + 1, -300 + all.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0)));
    expect(endOf(many, { ...noPlan, loadCount: 10, ordered: 100 })).toBe(42 + 13 + 18);
  });
});

describe('no end', () => {
  it('POUR-01 is predicted if nothing is left to come', () => {
    expect(predict([done(1, -20)], { loadCount: 1, ordered: 10 })).toBeNull();
    // The quantity is complete, or the plan has no further load for the short rest.
    expect(predict([done(1, -20), done(2, -10)], { loadCount: 3, ordered: 20 })).toBeNull();
    expect(predict([done(1, -20), done(2, -10)], { loadCount: 2, ordered: 25 })).toBeNull();
    expect(predict([load(1, [-60, -55, -45], { statusId: 6 })], { loadCount: 1, ordered: 10 })).toBeNull();
  });

  it('POUR-01 is predicted for a will-call before its first load', () => {
    const willCall = { orderStatusId: 3, loadCount: 2, ordered: 20 };
    expect(predict([], willCall)).toBeNull();
    expect(predict([load(1, [-8, -4, -1], { eta: eta(20) })], willCall)).not.toBeNull();
  });
});
