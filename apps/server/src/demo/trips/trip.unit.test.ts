import { distanceMeters, offsetBy } from '@yardage/domain/geo';
import { describe, expect, it } from 'vitest';
import { type LoadFacts, planTrip } from './trip.ts';

const PLANT = { latitude: 35.0852, longitude: -85.2651 };
const TICKETED_AT = Date.parse('2026-05-12T14:00:00Z');
const facts = (more: Partial<LoadFacts> = {}): LoadFacts => ({
  ticketId: 7,
  orderType: 1,
  plant: PLANT,
  job: offsetBy(PLANT, 6000, 9000),
  ticketedAt: TICKETED_AT,
  loadingAt: null,
  leavePlantAt: null,
  arrivedAt: null,
  pourStartedAt: null,
  finishedAt: null,
  ...more,
});

describe('a trip', () => {
  it('TRK-07 goes through its stages in order, from the ticket to the way home', () => {
    for (let ticketId = 1; ticketId < 50; ticketId += 1) {
      const moments = Object.values(planTrip(facts({ ticketId })).passage);
      expect(moments.toSorted((a, b) => a - b)).toEqual(moments);
    }
  });

  it('is the same whenever it is planned, and keeps what has happened', () => {
    const plan = planTrip(facts());
    const later = planTrip(facts({ loadingAt: plan.passage.loading, leavePlantAt: plan.passage.leavePlant }));
    expect(later.passage).toEqual(plan.passage);
    const delayed = planTrip(facts({ loadingAt: plan.passage.loading, leavePlantAt: plan.passage.leavePlant + 600_000 }));
    expect(delayed.passage.arrived).toBe(plan.passage.arrived + 600_000);
  });

  it.each([1, 2, 3, 4, 5])("does not jump: load %i moves at a truck's speed, with stops", (ticketId) => {
    const trip = planTrip(facts({ ticketId, job: ticketId === 5 ? null : facts().job }));
    const { leavePlant, arrived } = trip.passage;
    let [stops, before] = [0, trip.fixAt(leavePlant - 1000)];
    for (let at = leavePlant; at <= arrived + 20_000; at += 8000) {
      const fix = trip.fixAt(at);
      expect(distanceMeters(before, fix)).toBeLessThan(8 * 32);
      expect(fix.speedMph).toBeLessThan(70);
      expect(fix.headingDegrees).toBeLessThan(360);
      if (fix.speedMph === 0) stops += 1;
      before = fix;
    }
    expect(stops).toBeGreaterThan(0);
    expect(trip.fixAt(arrived + 60_000).speedMph).toBe(0);
  });
});
