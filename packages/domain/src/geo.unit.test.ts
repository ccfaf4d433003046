import { describe, expect, it } from 'vitest';
import { alongLine, bearingDegrees, distanceMeters, lineMeters, nearestOnLine, offsetBy } from './geo.ts';
import { estimateRoute } from './road-estimate.ts';

const CHATTANOOGA = { latitude: 35.0456, longitude: -85.3097 };
const NASHVILLE = { latitude: 36.1627, longitude: -86.7816 };

describe('places', () => {
  it('have the distance and direction of the map', () => {
    expect(distanceMeters(CHATTANOOGA, NASHVILLE) / 1000).toBeCloseTo(181.6, 0);
    expect(bearingDegrees(CHATTANOOGA, offsetBy(CHATTANOOGA, 1000, 0))).toBeCloseTo(0, 1);
    expect(bearingDegrees(CHATTANOOGA, offsetBy(CHATTANOOGA, 0, 1000))).toBeCloseTo(90, 1);
    expect(bearingDegrees(CHATTANOOGA, offsetBy(CHATTANOOGA, 0, -1000))).toBeCloseTo(270, 1);
    expect(distanceMeters(CHATTANOOGA, offsetBy(CHATTANOOGA, 300, 400))).toBeCloseTo(500, 0);
  });
});

describe('lines', () => {
  const line = [CHATTANOOGA, offsetBy(CHATTANOOGA, 1000, 0), offsetBy(CHATTANOOGA, 1000, 1000)];

  it('are walked along, from end to end', () => {
    expect(lineMeters(line)).toBeCloseTo(2000, 0);
    expect(distanceMeters(alongLine(line, 500), offsetBy(CHATTANOOGA, 500, 0))).toBeLessThan(1);
    expect(alongLine(line, 1500).headingDegrees).toBeCloseTo(90, 1);
    expect(distanceMeters(alongLine(line, 9999), line[2] ?? CHATTANOOGA)).toBeLessThan(1);
    expect(distanceMeters(alongLine(line, -5), CHATTANOOGA)).toBeLessThan(1);
  });

  it('return where they pass a place', () => {
    const { offMeters, alongMeters, nextIndex } = nearestOnLine(line, offsetBy(CHATTANOOGA, 700, -60));
    expect([Math.round(offMeters), Math.round(alongMeters / 10) * 10, nextIndex]).toEqual([60, 700, 1]);
  });
});

describe('the estimated road', () => {
  it('joins the two places, is always the same, and is longer than the straight line by the usual factor', () => {
    for (const [north, east] of [
      [9000, 4000],
      [-300, 20_000],
      [5000, -12_000],
      [800, 0],
    ] as const) {
      const to = offsetBy(CHATTANOOGA, north, east);
      const route = estimateRoute(CHATTANOOGA, to);
      expect([route.points[0], route.points.at(-1)]).toEqual([CHATTANOOGA, to]);
      expect(estimateRoute(CHATTANOOGA, to)).toEqual(route);
      const factor = route.distanceMeters / distanceMeters(CHATTANOOGA, to);
      expect(factor).toBeGreaterThan(1.02);
      expect(factor).toBeLessThan(1.6);
      expect(route.durationSeconds).toBeGreaterThan(route.distanceMeters / 25);
    }
    expect(estimateRoute(CHATTANOOGA, CHATTANOOGA).distanceMeters).toBe(0);
  });
});
