import type { ActiveTruck } from '@yardage/contract/truck-tracking';
import type { Coordinate } from '@yardage/domain/geo';
import { placeOnMap } from '@yardage/domain/truck-board';
import { jobKeyOf } from './board.ts';

/** A job or a plant on the map. */
export interface Place extends Coordinate {
  kind: 'job' | 'plant';
  name: string;
}

/** Where a truck is, if that can be drawn (TRK-17). */
export function truckPlace({ position }: ActiveTruck): Coordinate | null {
  return placeOnMap(position?.latitude, position?.longitude);
}

/** Where a truck's job is: as the order has it, else as it was found for the expected arrival. */
export function jobPlace({ jobLat, jobLong, eta }: ActiveTruck): Coordinate | null {
  return placeOnMap(jobLat, jobLong) ?? placeOnMap(eta.jobCordinate?.latitude, eta.jobCordinate?.longitude);
}

function plantPlace({ plantLat, plantLong }: ActiveTruck): Coordinate | null {
  return placeOnMap(plantLat, plantLong);
}

/** Where the map goes when a truck is chosen (TRK-16): to the truck; without a position to its job, else to its plant, from further away. */
export function focusOf(truck: ActiveTruck): { center: Coordinate; zoom: number } | null {
  const place = truckPlace(truck);
  if (place) return { center: place, zoom: 15 };
  const center = jobPlace(truck) ?? plantPlace(truck);
  return center ? { center, zoom: 10 } : null;
}

/** The jobs and plants of the board, each once; a job is what the list groups by. */
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
