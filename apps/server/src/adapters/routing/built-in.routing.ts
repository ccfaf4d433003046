import { lineMeters, nearestOnLine } from '@yardage/domain/geo';
import { driveSeconds, estimateRoute, type Route } from '@yardage/domain/road-estimate';
import type { RouteQuestion, RoutingPort } from './port.ts';

/** A truck that is farther from its way than this has taken another one. */
const ON_THE_WAY_METERS = 400;

/** An estimate that needs no network: great circle times road factor, on a line that bends as roads do. */
export const builtInRouting: RoutingPort = { route: async (question) => estimate(question) };

/** The same at once, for those who fall back on it. */
export function estimate({ from, to, origin }: RouteQuestion): Route {
  if (!origin) return estimateRoute(from, to);
  const whole = estimateRoute(origin, to);
  const { offMeters, nextIndex, alongMeters } = nearestOnLine(whole.points, from);
  if (offMeters > ON_THE_WAY_METERS) return estimateRoute(from, to);
  const points = [from, ...whole.points.slice(Math.max(1, nextIndex))];
  const left = lineMeters(points);
  // The time at lights and gates is spread over the way, so that what is left of it shrinks with the way.
  const share = whole.distanceMeters === 0 ? 0 : 1 - alongMeters / whole.distanceMeters;
  return { points, distanceMeters: left, durationSeconds: driveSeconds(whole.distanceMeters) * Math.max(0, share) };
}
