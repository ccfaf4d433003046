import { describe, expect, it } from 'vitest';
import { alongLine, bearingDegrees, between, type Coordinate, distanceMeters, lineMeters, nearestOnLine, offsetBy } from './geo.ts';
import { driveSeconds, estimateRoute } from './road-estimate.ts';

const CHATTANOOGA = { latitude: 35.0456, longitude: -85.3097 };
const NASHVILLE = { latitude: 36.1627, longitude: -86.7816 };

describe('places', () => {
  it('have the distance and direction of the map', () => {
    expect(distanceMeters(CHATTANOOGA, NASHVILLE) / 1000).toBeCloseTo(181.6, 0);
    expect(bearingDegrees(CHATTANOOGA, offsetBy(CHATTANOOGA, 1000, 0))).toBeCloseTo(0, 1);
    expect(bearingDegrees(CHATTANOOGA, offsetBy(CHATTANOOGA, 0, 1000))).toBeCloseTo(90, 1);
    expect(bearingDegrees(CHATTANOOGA, offsetBy(CHATTANOOGA, 0, -1000))).toBeCloseTo(270, 1);
    expect(bearingDegrees(CHATTANOOGA, NASHVILLE)).toBeCloseTo(313.3, 0);
    expect(distanceMeters(CHATTANOOGA, offsetBy(CHATTANOOGA, 300, 400))).toBeCloseTo(500, 0);
    expect(distanceMeters(NASHVILLE, CHATTANOOGA)).toBeCloseTo(distanceMeters(CHATTANOOGA, NASHVILLE), 6);
    // The far side of the earth: half of its circumference, whatever rounding says.
    expect(distanceMeters({ latitude: 35, longitude: -85 }, { latitude: -35, longitude: 95 }) / 1000).toBeCloseTo(20_015.1, 0);
  });

  it('lie between two others by share', () => {
    expect(between(CHATTANOOGA, NASHVILLE, 0)).toEqual(CHATTANOOGA);
    expect(between({ latitude: 10, longitude: 20 }, { latitude: 20, longitude: 60 }, 0.25)).toEqual({ latitude: 12.5, longitude: 30 });
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

  it('return their ends to places before and beyond them, and a later piece where it is nearer', () => {
    const nearest = (north: number, east: number, points: readonly Coordinate[] = line) => {
      const found = nearestOnLine(points, offsetBy(CHATTANOOGA, north, east));
      return [Math.round(found.offMeters), Math.round(found.alongMeters), found.nextIndex];
    };
    expect(nearest(-300, 0)).toEqual([300, 0, 0]);
    expect(nearest(1000, 1400)).toEqual([400, 2000, 2]);
    expect(nearest(1200, 600)).toEqual([200, 1600, 2]);
    // A repeated point makes no segment of its own.
    expect(nearest(700, 50, [line[0] as Coordinate, ...line])).toEqual([50, 700, 2]);
    expect(nearest(0, 80, [CHATTANOOGA])).toEqual([80, 0, 0]);
  });

  it('have a direction at every place, also where a point is repeated', () => {
    const [start, corner, end] = line as [Coordinate, Coordinate, Coordinate];
    expect(alongLine(line, 500).headingDegrees).toBeCloseTo(0, 1);
    const doubled = [start, start, corner, corner, end, end];
    expect(alongLine(doubled, 0).headingDegrees).toBeCloseTo(0, 1);
    expect(alongLine(doubled, 9999)).toMatchObject(end);
    expect(alongLine(doubled, 9999).headingDegrees).toBeCloseTo(90, 1);
    expect(distanceMeters(alongLine(doubled, 1500), offsetBy(CHATTANOOGA, 1000, 500))).toBeLessThan(1);
    expect(alongLine([start], 10)).toEqual({ ...start, headingDegrees: 0 });
    expect(lineMeters([start])).toBe(0);
    expect(() => alongLine([], 10)).toThrow('a line has points');
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

  it('takes five minutes for yards and lights, and then a minute for 720 m', () => {
    expect([driveSeconds(0), driveSeconds(720), driveSeconds(12_000)]).toEqual([300, 360, 1300]);
    const route = estimateRoute(CHATTANOOGA, offsetBy(CHATTANOOGA, 9000, 4000));
    expect(route.durationSeconds).toBe(driveSeconds(route.distanceMeters));
    expect(route.distanceMeters).toBe(lineMeters(route.points));
  });

  it('has a point each 350 m, but not fewer than nine nor more than sixty-one', () => {
    const pointsOf = (meters: number) => estimateRoute(CHATTANOOGA, offsetBy(CHATTANOOGA, meters, 0)).points.length;
    expect([pointsOf(100), pointsOf(7000), pointsOf(80_000)]).toEqual([9, 21, 61]);
  });

  it('bends to the side of the straight line, by a quarter of its length at most, and goes on forwards', () => {
    const factors: number[] = [];
    for (let index = 0; index < 60; index += 1) {
      const [north, east] = [Math.cos(index) * 9000, Math.sin(index) * 9000];
      const to = offsetBy(CHATTANOOGA, north, east);
      const straight = distanceMeters(CHATTANOOGA, to);
      const { points, distanceMeters: length } = estimateRoute(CHATTANOOGA, to);
      const along = points.map((point) => nearestOnLine([CHATTANOOGA, to], point));
      for (const [place, { alongMeters, offMeters }] of along.entries()) {
        expect(Math.abs(alongMeters / straight - place / (points.length - 1)), `${index} ${place}`).toBeLessThan(0.01);
        expect(offMeters / straight).toBeLessThan(0.4);
      }
      expect(Math.max(...along.map(({ offMeters }) => offMeters)) / straight).toBeGreaterThan(0.08);
      factors.push(length / straight);
    }
    const mean = factors.reduce((sum, factor) => sum + factor, 0) / factors.length;
    expect(mean).toBeGreaterThan(1.12);
    expect(mean).toBeLessThan(1.28);
    // Each pair of places has a road of its own.
    expect(new Set(factors.map((factor) => factor.toFixed(6))).size).toBe(60);
  });

  it('stays the same over releases, because stored arrivals were computed with it', () => {
    const metersTo = (north: number, east: number) =>
      Math.round(estimateRoute(CHATTANOOGA, offsetBy(CHATTANOOGA, north, east)).distanceMeters);
    expect([metersTo(9000, 4000), metersTo(-300, 20_000), metersTo(5000, -12_000), metersTo(-7000, -700)]).toEqual([
      11_736, 23_210, 15_136, 8255,
    ]);
  });
});
