import type { Coordinate } from '@yardage/domain/geo';
import type { Route } from '@yardage/domain/road-estimate';

/** A request to a router. */
export interface RouteQuestion {
  from: Coordinate;
  to: Coordinate;
  /** Where the truck started. The built-in router, which knows no roads, needs it to keep the truck on its first route. */
  origin?: Coordinate;
}

/** A source of routes for trucks. */
export interface RoutingPort {
  /** Returns the route between two places. Throws if the source is not available or finds none. */
  route(question: RouteQuestion): Promise<Route>;
}
