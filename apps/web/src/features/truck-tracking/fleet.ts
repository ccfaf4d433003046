import type { ActiveTruck } from '@yardage/contract/truck-tracking';
import { isInMotion } from '@yardage/domain/truck-board';
import type { FleetTruck } from './map/truck-features.ts';
import { truckPlace } from './places.ts';
import { elapsedMs, STALE_AFTER_MS } from './spans.ts';

/** Converts trucks for the map. Those without valid coordinates are left out (TRK-17). */
export function fleetOf(trucks: readonly ActiveTruck[], selectedId: number | undefined, nowMs: number): FleetTruck[] {
  return trucks.flatMap((truck) => {
    const { ticketId, truckNumber, ticketStatusId, position } = truck;
    const place = truckPlace(truck);
    if (!place || !position) return [];
    const isStale = elapsedMs(position.recordedAt, nowMs) > STALE_AFTER_MS;
    return [
      {
        ticketId,
        truckNumber,
        statusId: ticketStatusId,
        isStale,
        // The arrow says where a truck is going now.
        isMoving: !isStale && isInMotion(position.speed),
        isSelected: ticketId === selectedId,
        place: { longitude: place.longitude, latitude: place.latitude, heading: position.heading },
      },
    ];
  });
}
