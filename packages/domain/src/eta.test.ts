import { describe, expect, it } from 'vitest';
import { type ArrivalFacts, estimateArrival, isDue } from './eta.ts';

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

  const seconds = (facts: Partial<ArrivalFacts>) => {
    const { estimatedAt = 0, earliestAt = 0, latestAt = 0 } = estimateArrival({ ...DRIVING, ...facts }) ?? {};
    return [estimatedAt, earliestAt, latestAt].map((at) => Math.round((at - NOW) / 100) / 10);
  };

  it('API-63 is the rest of the drive less what was driven since the fix, at a pace between the usual and its own', () => {
    expect(seconds({})).toEqual([1190, 935, 1521.5]);
    expect(seconds({ recentSpeedMps: 8 })[0]).toBe(1295);
    // A third of the own pace counts, and it counts as no more than half slower and a third faster than usual.
    expect(seconds({ recentSpeedMps: 6 })[0]).toBe(1400);
    expect(seconds({ recentSpeedMps: 2 })[0]).toBe(1400);
    expect(seconds({ recentSpeedMps: 0.9 })[0]).toBe(1400);
    expect(seconds({ recentSpeedMps: 20 })[0]).toBe(1064);
    expect(seconds({ recentSpeedMps: null })).toEqual(seconds({}));
    expect(seconds({ route: { distanceMeters: 0, durationSeconds: 300 } })[0]).toBe(290);
  });

  it('API-63 a stationary truck comes somewhat later, and may come much later', () => {
    expect(seconds({ recentSpeedMps: 0.5 })).toEqual([1316, 935, 1941.5]);
  });

  it('API-63 an old fix widens the span from its second minute on, less for a truck at the plant', () => {
    expect(seconds({ fixAgeSeconds: 60 })).toEqual([1140, 885, 1471.5]);
    expect(seconds({ fixAgeSeconds: 600 })).toEqual([600, 21, 1352.7]);
    expect(seconds({ fixAgeSeconds: 3600 })[0]).toBe(120);
    const atPlant = { ticketStatusId: 1, ticketAgeSeconds: 60, loadingAgeSeconds: null, recentSpeedMps: 0 };
    expect(seconds(atPlant)).toEqual([2040, 1575, 2644.5]);
    expect(seconds({ ...atPlant, fixAgeSeconds: 160 })).toEqual([2040, 1565, 2657.5]);
  });

  it('API-63 a load leaves fifteen minutes after its ticket or eleven after loading began, and not before 90 seconds', () => {
    const loading = { ticketStatusId: 2, recentSpeedMps: 0 };
    expect(seconds({ ...loading, loadingAgeSeconds: 300 })[0]).toBe(1560);
    expect(seconds({ ...loading, loadingAgeSeconds: null, ticketAgeSeconds: 400 })[0]).toBe(1460);
    expect(seconds({ ...loading, loadingAgeSeconds: 3000 })[0]).toBe(1290);
    expect(seconds({ ticketStatusId: 1, ticketAgeSeconds: 5000, loadingAgeSeconds: null })[0]).toBe(1290);
  });
});

describe('an arrival', () => {
  it('TRK-09 is due when it is less than a minute ahead', () => {
    const expected = new Date(NOW).toISOString();
    expect([NOW - 60_000, NOW - 59_999, NOW, NOW + 3_600_000].map((now) => isDue(expected, now))).toEqual([false, true, true, true]);
  });
});
