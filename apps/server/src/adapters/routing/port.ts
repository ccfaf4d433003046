import type { Coordinate } from '@yardage/domain/geo';
import type { Route } from '@yardage/domain/road-estimate';

/** What is asked of a router. */
export interface RouteQuestion {
  from: Coordinate;
  to: Coordinate;
  /** Where the truck set out, for a router that knows no roads: it lets the truck stay on the way that it began. */
  origin?: Coordinate;
}

/** A source of ways for trucks. */
export interface RoutingPort {
  /** The way between two places. Throws where the source cannot be asked or knows none. */
  route(question: RouteQuestion): Promise<Route>;
}
