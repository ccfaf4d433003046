import { describe, expect, it } from 'vitest';
import { type ArrivalFacts, estimateArrival } from './eta.ts';

const NOW = Date.parse('2026-05-12T14:00:00Z');
const DRIVING: ArrivalFacts = {
  now: NOW,
  ticketStatusId: 3,
  route: { distanceMeters: 12_000, durationSeconds: 1200 },
  fixAgeSeconds: 10,
  recentSpeedMps: 10,
  ticketAgeSeconds: 1800,
  loadingAgeSeconds: 1500,
};
const minutes = (facts: Partial<ArrivalFacts>) => {
  const arrival = estimateArrival({ ...DRIVING, ...facts });
  if (!arrival) throw new Error('nothing expected');
  const { estimatedAt, earliestAt, latestAt } = arrival;
  expect(earliestAt).toBeLessThanOrEqual(estimatedAt);
  expect(latestAt).toBeGreaterThanOrEqual(estimatedAt);
  expect(earliestAt).toBeGreaterThanOrEqual(NOW);
  return { estimated: (estimatedAt - NOW) / 60_000, span: (latestAt - earliestAt) / 60_000 };
};

describe('when a truck is expected', () => {
  it("API-63 follows from the remaining route and the truck's recent speed", () => {
    expect(minutes({}).estimated).toBeCloseTo(19.8, 1);
    expect(minutes({ recentSpeedMps: 6 }).estimated).toBeGreaterThan(21);
    expect(minutes({ recentSpeedMps: 20 }).estimated).toBeLessThan(19);
    expect(minutes({ route: { distanceMeters: 3000, durationSeconds: 300 } }).estimated).toBeLessThan(6);
  });

  it('has a wider range if the truck is not moving or its position is old', () => {
    const usual = minutes({}).span;
    expect(minutes({ recentSpeedMps: 0 }).span).toBeGreaterThan(usual + 4);
    expect(minutes({ fixAgeSeconds: 600 }).span).toBeGreaterThan(usual + 8);
    expect(minutes({ recentSpeedMps: null }).span).toBeCloseTo(usual, 0);
  });

  it('does not pass the job if the position is older than the route takes', () => {
    expect(minutes({ fixAgeSeconds: 3600 }).estimated).toBeGreaterThan(1);
  });

  it('includes the wait for a load that is still at the plant', () => {
    expect(minutes({ ticketStatusId: 1, ticketAgeSeconds: 60, loadingAgeSeconds: null, recentSpeedMps: 0 }).estimated).toBeCloseTo(34, 0);
    expect(minutes({ ticketStatusId: 2, loadingAgeSeconds: 300, recentSpeedMps: 0 }).estimated).toBeCloseTo(26, 0);
    expect(minutes({ ticketStatusId: 2, loadingAgeSeconds: 3000, recentSpeedMps: 0 }).estimated).toBeCloseTo(21.5, 0);
  });

  it('TRK-09 is none from status 4 on', () => {
    for (const ticketStatusId of [4, 5, 6]) expect(estimateArrival({ ...DRIVING, ticketStatusId })).toBeUndefined();
  });
});
