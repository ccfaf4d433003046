import { describe, expect, it } from 'vitest';
import { GLIDE_MS, glideTo, placeAt, standing, turned } from './glide.ts';

const start = { longitude: -85.25, latitude: 35.09, heading: 350 };
const next = { longitude: -85.24, latitude: 35.1, heading: 10 };

describe('a pin between two positions', () => {
  it('TRK-12 glides evenly until the next position is due', () => {
    const glide = glideTo(standing(start), next, 1000, false);
    expect(placeAt(glide, 1000)).toEqual(start);
    const half = placeAt(glide, 1000 + GLIDE_MS / 2);
    expect(half.longitude).toBeCloseTo(-85.245, 6);
    expect(half.latitude).toBeCloseTo(35.095, 6);
    expect(placeAt(glide, 1000 + GLIDE_MS)).toBe(next);
    expect(placeAt(glide, 1000 + 3 * GLIDE_MS)).toBe(next);
  });

  it('continues from where it is when a position arrives early', () => {
    const first = glideTo(standing(start), next, 0, false);
    const there = placeAt(first, GLIDE_MS / 4);
    const second = glideTo(first, { ...next, latitude: 35.11 }, GLIDE_MS / 4, false);
    expect(placeAt(second, GLIDE_MS / 4)).toEqual(there);
  });

  it('does not restart if the position is the same', () => {
    const glide = glideTo(standing(start), next, 0, false);
    expect(glideTo(glide, { ...next }, 5000, false)).toBe(glide);
  });

  it('moves at once with reduced motion or over a long distance', () => {
    expect(placeAt(glideTo(standing(start), next, 0, true), 0)).toEqual(next);
    const far = { longitude: -84.2, latitude: 35.1, heading: 0 };
    expect(placeAt(glideTo(standing(start), far, 0, false), 0)).toEqual(far);
  });

  it('turns in the shorter direction', () => {
    expect(turned(350, 10, 0.5)).toBe(0);
    expect(turned(10, 350, 0.5)).toBe(0);
    expect(turned(90, 180, 1)).toBe(180);
    expect(placeAt(glideTo(standing(start), next, 0, false), GLIDE_MS / 4).heading).toBe(10);
  });
});
