import type { ActiveTruck } from '@yardage/contract/truck-tracking';
import { type Coordinate, nearestOnLine } from '@yardage/domain/geo';
import { placeOnMap } from '@yardage/domain/truck-board';
import { jobKeyOf } from './board.ts';

/** A job or a plant on the map. */
export interface Place extends Coordinate {
  kind: 'job' | 'plant';
  name: string;
}

/** Returns the truck's coordinates, or null if they cannot be drawn (TRK-17). */
export function truckPlace({ position }: ActiveTruck): Coordinate | null {
  return placeOnMap(position?.latitude, position?.longitude);
}

/** Returns the coordinates of a truck's job: those of the order, otherwise those used for the ETA. */
export function jobPlace({ jobLat, jobLong, eta }: ActiveTruck): Coordinate | null {
  return placeOnMap(jobLat, jobLong) ?? placeOnMap(eta.jobCordinate?.latitude, eta.jobCordinate?.longitude);
}

function plantPlace({ plantLat, plantLong }: ActiveTruck): Coordinate | null {
  return placeOnMap(plantLat, plantLong);
}

/** Returns what the map focuses on when a truck is selected (TRK-16): the truck, otherwise its job or plant at a lower zoom. */
export function focusOf(truck: ActiveTruck): { center: Coordinate; zoom: number } | null {
  const place = truckPlace(truck);
  if (place) return { center: place, zoom: 15 };
  const center = jobPlace(truck) ?? plantPlace(truck);
  return center ? { center, zoom: 10 } : null;
}

/** Returns the distinct jobs and plants. Jobs are grouped as in the list. */
export function placesOf(trucks: readonly ActiveTruck[]): Place[] {
  const places = new Map<string, Place>();
  const keep = (kind: Place['kind'], key: string, name: string, coordinate: Coordinate | null): void => {
    const place = `${kind} ${key} ${coordinate?.latitude} ${coordinate?.longitude}`;
    if (coordinate && !places.has(place)) places.set(place, { kind, name, ...coordinate });
  };
  for (const truck of trucks) {
    keep('plant', truck.plant, truck.plant, plantPlace(truck));
    keep('job', jobKeyOf(truck), truck.job, jobPlace(truck));
  }
  return [...places.values()];
}

/** Returns the rest of a route from the truck's position. The route may be minutes old, so the part behind the truck is cut off. */
export function routeAhead(points: readonly Coordinate[], truck: Coordinate): Coordinate[] {
  return [truck, ...points.slice(nearestOnLine(points, truck).nextIndex)];
}
