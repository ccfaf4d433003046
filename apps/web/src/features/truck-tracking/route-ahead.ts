import { type Coordinate, nearestOnLine } from '@yardage/domain/geo';

/** What is left of a way from where the truck is: what lies behind it is left out, though the way was asked for minutes ago. */
export function routeAhead(points: readonly Coordinate[], truck: Coordinate): Coordinate[] {
  return [truck, ...points.slice(nearestOnLine(points, truck).nextIndex)];
}
