import { headingAngle } from '@yardage/domain/truck-board';
import type { GeoJSONFeatureDiff } from 'maplibre-gl';
import type { PinPlace } from '../glide.ts';

/** A truck as drawn on the map. */
export interface FleetTruck {
  ticketId: number;
  truckNumber: string;
  statusId: number;
  isStale: boolean;
  isMoving: boolean;
  isSelected: boolean;
  place: PinPlace;
}

const pointOf = ({ longitude, latitude }: PinPlace): GeoJSON.Point => ({ type: 'Point', coordinates: [longitude, latitude] });

/** Returns the map feature of a truck at a place. */
export function featureOf({ place: _, ...truck }: FleetTruck, place: PinPlace): GeoJSON.Feature<GeoJSON.Point> {
  return { type: 'Feature', id: truck.ticketId, geometry: pointOf(place), properties: { ...truck, angle: headingAngle(place.heading) } };
}

/** Returns the part of the feature that changes while a truck glides. */
export function diffOf({ ticketId }: FleetTruck, place: PinPlace): GeoJSONFeatureDiff {
  return {
    id: ticketId,
    newGeometry: pointOf(place),
    addOrUpdateProperties: [{ key: 'angle', value: headingAngle(place.heading) }],
  };
}

/** Returns the feature of a crowd: its center and its bounding box. */
export function crowdFeature(places: readonly PinPlace[]): GeoJSON.Feature<GeoJSON.Point> {
  const longitudes = places.map(({ longitude }) => longitude);
  const latitudes = places.map(({ latitude }) => latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const middle: GeoJSON.Point = { type: 'Point', coordinates: [(west + east) / 2, (south + north) / 2] };
  return { type: 'Feature', geometry: middle, properties: { count: places.length, west, south, east, north } };
}
