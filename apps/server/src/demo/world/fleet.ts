import type { DraftLoad, DraftOrder } from './build-order.ts';
import { PLANTS } from './region.ts';
import type { Truck } from './trucks.ts';

/**
 * Gives every load a truck that is free from its ticket until it is back at the plant: one of the plant's own if possible, else a
 * neighbour's. If all are out, the load goes with a hired hauler and has no truck.
 */
export function assignTrucks(orders: readonly DraftOrder[], trucks: readonly Truck[]): void {
  const freeAt = new Map<Truck, number>();
  const homes = new Map<number, Truck[]>();
  for (const plant of PLANTS) {
    const own = trucks.filter((truck) => truck.plantId === plant.id);
    const neighbours = trucks.filter((truck) => truck.dataSourceId === plant.dataSourceId && truck.plantId !== plant.id);
    homes.set(plant.id, [...own, ...neighbours]);
  }
  const loads = orders
    .filter((order) => !order.isPickedUp)
    .flatMap((order) => order.loads.map((load) => ({ load, plantId: order.job.plant.id })))
    .sort((a, b) => a.load.passage.ticketed - b.load.passage.ticketed);
  for (const { load, plantId } of loads) assign(load, homes.get(plantId) ?? [], plantId, freeAt);
}

function assign(load: DraftLoad, trucks: readonly Truck[], plantId: number, freeAt: Map<Truck, number>): void {
  const { ticketed, backAtPlant } = load.passage;
  let best: Truck | null = null;
  for (const truck of trucks) {
    const free = freeAt.get(truck) ?? 0;
    if (free > ticketed) continue;
    // The plant's own trucks come first in the list; among them, take the one that has been free longest.
    if (best && best.plantId === plantId && truck.plantId !== plantId) break;
    if (!best || free < (freeAt.get(best) ?? 0)) best = truck;
  }
  load.truck = best;
  if (best) freeAt.set(best, backAtPlant);
}
