/** A point on the screen, in pixels. */
export interface Spot {
  x: number;
  y: number;
}

/** A pin on the screen. A held pin stays in place, and others make room. */
export interface HeldSpot extends Spot {
  isHeld: boolean;
}

const ROUNDS = 24;
/** Pins at exactly the same place need a direction to separate. With the golden angle no two share one. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const HAIR = 0.01;
const NEARLY = 0.5;

/** Pins this close cover each other or their numbers. */
const CROWD_PIXELS = 30;
/** Sizes of a crowd's badge and of a single pin on the map, in pixels. */
const BADGE = { width: 68, height: 30 };
const PIN = { width: 20, height: 20 };
const MERGES = 3;

interface Group extends Spot {
  indices: number[];
}

/** Returns the indices of each crowd: two or more pins too close to tell apart, which are shown as one badge with a count. */
export function crowdsOf(spots: readonly HeldSpot[]): number[][] {
  const free = new Set(spots.flatMap(({ isHeld }, index) => (isHeld ? [] : [index])));
  let groups: Group[] = [];
  for (const seed of free) {
    const here = spots[seed] as Spot;
    const indices = [...free].filter((index) => distance(here, spots[index] as Spot) <= CROWD_PIXELS);
    for (const index of indices) free.delete(index);
    groups.push(groupOf(spots, indices));
  }
  for (let round = 0; round < MERGES; round++) groups = withoutOverlaps(spots, groups);
  return groups.map(({ indices }) => indices).filter(({ length }) => length > 1);
}

function groupOf(spots: readonly Spot[], indices: number[]): Group {
  const middle = (values: number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
  const members = indices.map((index) => spots[index] as Spot);
  return { indices, x: middle(members.map(({ x }) => x)), y: middle(members.map(({ y }) => y)) };
}

/** Merges groups whose badges would overlap each other or a pin. */
function withoutOverlaps(spots: readonly Spot[], groups: readonly Group[]): Group[] {
  const kept: Group[] = [];
  for (const group of groups) {
    const under = kept.findIndex((other) => isCovered(group, other));
    if (under === -1) kept.push(group);
    else kept[under] = groupOf(spots, [...(kept[under]?.indices ?? []), ...group.indices]);
  }
  return kept;
}

function isCovered(one: Group, other: Group): boolean {
  if (one.indices.length === 1 && other.indices.length === 1) return false;
  const [oneSize, otherSize] = [one, other].map(({ indices }) => (indices.length > 1 ? BADGE : PIN)) as [typeof PIN, typeof PIN];
  const isBeside = Math.abs(one.x - other.x) >= (oneSize.width + otherSize.width) / 2;
  return !isBeside && Math.abs(one.y - other.y) < (oneSize.height + otherSize.height) / 2;
}

/** Returns how far each pin must move so that all are visible: as little as needed, and zero if there is room. */
export function stepsAside(spots: readonly HeldSpot[], gap: number): Spot[] {
  const now = spots.map(({ x, y, isHeld }, index) => {
    const hair = isHeld ? 0 : HAIR;
    return { x: x + Math.cos(index * GOLDEN_ANGLE) * hair, y: y + Math.sin(index * GOLDEN_ANGLE) * hair, isHeld };
  });
  let isCrowded = true;
  for (let round = 0; isCrowded && round < ROUNDS; round++) isCrowded = partOnce(now, gap);
  return now.map(({ x, y }, index) => settled(x - (spots[index]?.x ?? 0), y - (spots[index]?.y ?? 0)));
}

/** Pushes apart each pair that is too close. Returns whether there were any. */
function partOnce(spots: readonly HeldSpot[], gap: number): boolean {
  const fromLeft = spots.toSorted((one, other) => one.x - other.x);
  let isCrowded = false;
  for (const [index, one] of fromLeft.entries()) {
    for (let next = index + 1; next < fromLeft.length; next++) {
      const other = fromLeft[next] as HeldSpot;
      if (other.x - one.x >= gap) break;
      const apart = distance(one, other);
      if (apart >= gap - NEARLY || (one.isHeld && other.isHeld)) continue;
      isCrowded = true;
      const share = (gap - apart) / (apart || 1) / (one.isHeld || other.isHeld ? 1 : 2);
      const [stepX, stepY] = [(other.x - one.x) * share, (other.y - one.y) * share];
      move(one, -stepX, -stepY);
      move(other, stepX, stepY);
    }
  }
  return isCrowded;
}

function move(spot: HeldSpot, x: number, y: number): void {
  if (spot.isHeld) return;
  spot.x += x;
  spot.y += y;
}

/** Ignores a move that is only the tiny initial offset. */
function settled(x: number, y: number): Spot {
  return Math.hypot(x, y) <= 2 * HAIR ? { x: 0, y: 0 } : { x, y };
}

function distance(one: Spot, other: Spot): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
