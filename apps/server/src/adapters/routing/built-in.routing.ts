import { lineMeters, nearestOnLine } from '@yardage/domain/geo';
import { driveSeconds, estimateRoute, type Route } from '@yardage/domain/road-estimate';
import type { RouteQuestion, RoutingPort } from './port.ts';

/** A truck farther than this from its route has taken another one. */
const ON_THE_WAY_METERS = 400;

/** Estimates routes without a network: great circle times road factor, on a line that bends like a road. */
export const builtInRouting: RoutingPort = { route: async (question) => estimate(question) };

/** The same estimate, synchronously, for a truck about which a failing router never said anything. */
export function estimate({ from, to, origin }: RouteQuestion): Route {
  if (!origin) return estimateRoute(from, to);
  const whole = estimateRoute(origin, to);
  const { offMeters, nextIndex, alongMeters } = nearestOnLine(whole.points, from);
  if (offMeters > ON_THE_WAY_METERS) return estimateRoute(from, to);
  const points = [from, ...whole.points.slice(Math.max(1, nextIndex))];
  const left = lineMeters(points);
  // The time at lights and gates is spread over the whole route, so that the remaining time shrinks with the remaining distance.
  const share = whole.distanceMeters === 0 ? 0 : 1 - alongMeters / whole.distanceMeters;
  return { points, distanceMeters: left, durationSeconds: driveSeconds(whole.distanceMeters) * Math.max(0, share) };
}
