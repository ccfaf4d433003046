import type { trucks } from '#server/database/tables/catalog';
import { fullName, personName, phoneNumber } from './names.ts';
import type { Random } from './random.ts';
import { DATA_SOURCES, PLANTS } from './region.ts';

/** A truck with its id. */
export type Truck = typeof trucks.$inferInsert & { id: number };

/** Creates the trucks of all plants, each with its driver. */
export function createTrucks(random: Random): Truck[] {
  const homes = PLANTS.flatMap((plant) => Array.from({ length: plant.truckCount }, (_, index) => ({ plant, index })));
  return homes.map(({ plant, index }, position) => ({
    id: position + 1,
    dataSourceId: plant.dataSourceId,
    plantId: plant.id,
    number: `${plant.number}${String(index + 1).padStart(2, '0')}`,
    zonarAccount: `yardage-${Object.values(DATA_SOURCES)
      .find((source) => source.id === plant.dataSourceId)
      ?.code.toLowerCase()}`,
    driverName: fullName(personName(random)),
    driverPhone: random.maybe(0.8, () => phoneNumber(random)),
  }));
}
