import { type Coordinate, nearestOnLine } from '@yardage/domain/geo';

/** Returns the rest of a route from the truck's position. The route may be minutes old, so the part behind the truck is cut off. */
export function routeAhead(points: readonly Coordinate[], truck: Coordinate): Coordinate[] {
  return [truck, ...points.slice(nearestOnLine(points, truck).nextIndex)];
}
