import { describe, expect, it } from 'vitest';
import { crowdsOf, type HeldSpot, stepsAside } from './crowding.ts';

const at = (x: number, y: number, isHeld = false): HeldSpot => ({ x, y, isHeld });
const GAP = 27;

function nearestTwo(spots: readonly HeldSpot[]): number {
  const steps = stepsAside(spots, GAP);
  const seen = spots.map(({ x, y }, index) => ({ x: x + (steps[index]?.x ?? 0), y: y + (steps[index]?.y ?? 0) }));
  const distances = seen.flatMap((one, index) => seen.slice(index + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)));
  return Math.min(...distances);
}

describe('trucks that are close together', () => {
  it('are one cluster per place from far away, with the selected one apart', () => {
    const spots = [at(0, 0), at(5, 5), at(100, 0), at(3, 0, true), at(110, 0), at(300, 300)];
    expect(crowdsOf(spots)).toEqual([
      [0, 1],
      [2, 4],
    ]);
  });

  it('are one cluster also if two badges, or a badge and a pin, would overlap', () => {
    expect(crowdsOf([at(0, 0), at(10, 0), at(50, 5), at(55, 5)])).toEqual([[0, 1, 2, 3]]);
    expect(crowdsOf([at(0, 0), at(10, 0), at(42, 5)])).toEqual([[0, 1, 2]]);
    expect(crowdsOf([at(0, 0), at(10, 0), at(5, 60), at(5, 70)]).length).toBe(2);
    expect(crowdsOf([at(0, 0), at(42, 5)])).toEqual([]);
  });

  it('move apart when zoomed in until each is visible, and no further', () => {
    const site = Array.from({ length: 12 }, () => at(50, 50));
    expect(nearestTwo(site)).toBeGreaterThan(GAP * 0.8);
    const steps = stepsAside(site, GAP);
    expect(Math.max(...steps.map(({ x, y }) => Math.hypot(x, y)))).toBeLessThan(GAP * 3);
    expect(nearestTwo([at(0, 0), at(20, 0)])).toBeGreaterThan(GAP - 1);
  });

  it('keep their places if there is room, and the selected one always does', () => {
    expect(stepsAside([at(0, 0), at(40, 0)], GAP)).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: 0 },
    ]);
    const [chosen, other] = stepsAside([at(0, 0, true), at(4, 0)], GAP);
    expect(chosen).toEqual({ x: 0, y: 0 });
    expect(other?.x).toBeCloseTo(GAP - 4, 0);
  });
});
