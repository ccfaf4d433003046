import { headingAngle } from '@yardage/domain/truck-board';
import type { GeoJSONFeatureDiff } from 'maplibre-gl';
import type { PinPlace } from '../glide.ts';

/** A truck as the map knows it. */
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

/** A truck at a place, as the map draws it. */
export function featureOf({ place: _, ...truck }: FleetTruck, place: PinPlace): GeoJSON.Feature<GeoJSON.Point> {
  return { type: 'Feature', id: truck.ticketId, geometry: pointOf(place), properties: { ...truck, angle: headingAngle(place.heading) } };
}

/** What of that changes while it glides. */
export function diffOf({ ticketId }: FleetTruck, place: PinPlace): GeoJSONFeatureDiff {
  return {
    id: ticketId,
    newGeometry: pointOf(place),
    addOrUpdateProperties: [{ key: 'angle', value: headingAngle(place.heading) }],
  };
}

/** A crowd of trucks in their middle, with the box around them. */
export function crowdFeature(places: readonly PinPlace[]): GeoJSON.Feature<GeoJSON.Point> {
  const longitudes = places.map(({ longitude }) => longitude);
  const latitudes = places.map(({ latitude }) => latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const middle: GeoJSON.Point = { type: 'Point', coordinates: [(west + east) / 2, (south + north) / 2] };
  return { type: 'Feature', geometry: middle, properties: { count: places.length, west, south, east, north } };
}
