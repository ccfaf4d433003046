import { describe, expect, it } from 'vitest';
import { headingAngle, isComing, isInMotion, placeOnMap } from './truck-board.ts';

describe('a truck on the board', () => {
  it('TRK-18 turns a heading into (90 minus heading) modulo 360', () => {
    expect([0, 90, 180, 270, 360, 45, 359, -90, 720].map(headingAngle)).toEqual([90, 0, 270, 180, 90, 45, 91, 180, 90]);
  });

  it('TRK-09 has an arrival and a route only while its status is below 4', () => {
    expect([1, 2, 3, 4, 5, 6].map(isComing)).toEqual([true, true, true, false, false, false]);
  });

  it('TRK-10 is in motion when its speed is above 0', () => {
    expect([0, 0.1, 55].map((value) => isInMotion({ value }))).toEqual([false, true, true]);
  });

  it('TRK-17 is drawn only with valid coordinates', () => {
    expect(placeOnMap(35.04, -85.3)).toEqual({ latitude: 35.04, longitude: -85.3 });
    for (const [latitude, longitude] of [
      [0, 0],
      [91, -85],
      [35, -181],
      [Number.NaN, -85],
      [null, -85],
      [35, undefined],
    ] as const) {
      expect(placeOnMap(latitude, longitude)).toBeNull();
    }
  });
});
