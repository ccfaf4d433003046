import { ORDER_TYPE, type OrderType } from '@yardage/domain/orders';
import { TOWNS, type TownName } from './towns.ts';

/** One of the supplier's data sources. */
export interface DataSource {
  id: number;
  code: string;
  name: string;
  timeZone: string;
  orderType: OrderType;
}

const EASTERN = 'America/New_York';
const CENTRAL = 'America/Chicago';

/** The supplier's four data sources. The region's time zones meet between Chattanooga and Nashville. */
export const DATA_SOURCES = {
  concreteEast: { id: 1, code: 'CONE', name: 'Concrete East', timeZone: EASTERN, orderType: ORDER_TYPE.concrete },
  concreteWest: { id: 2, code: 'CONW', name: 'Concrete West', timeZone: CENTRAL, orderType: ORDER_TYPE.concrete },
  aggregates: { id: 3, code: 'AGGR', name: 'Aggregates', timeZone: EASTERN, orderType: ORDER_TYPE.aggregate },
  block: { id: 4, code: 'BLCK', name: 'Block and Masonry', timeZone: CENTRAL, orderType: ORDER_TYPE.block },
} as const satisfies Record<string, DataSource>;

/** The key of a data source. */
export type DataSourceKey = keyof typeof DATA_SOURCES;

/** A plant, quarry or yard that loads come from. */
export interface Plant {
  id: number;
  dataSourceId: number;
  number: string;
  name: string;
  addressLine1: string;
  town: TownName;
  latitude: number;
  longitude: number;
  /** Trucks based here. */
  truckCount: number;
}

type PlantFacts = [number: string, name: string, addressLine1: string, town: TownName, latitude: number, longitude: number, trucks: number];

const PLANT_FACTS: Record<DataSourceKey, PlantFacts[]> = {
  concreteEast: [
    ['11', 'Amnicola', '3720 Amnicola Hwy', 'Chattanooga', 35.0852, -85.2651, 26],
    ['12', 'Ooltewah', '5610 Hunter Rd', 'Ooltewah', 35.0921, -85.0738, 22],
    ['13', 'Cleveland', '2880 S Lee Hwy', 'Cleveland', 35.1189, -84.9052, 20],
    ['14', 'Dalton', '1415 Abutment Rd', 'Dalton', 34.7412, -84.9507, 18],
  ],
  concreteWest: [
    ['21', 'Nashville South', '845 Fesslers Ln', 'Nashville', 36.1421, -86.7362, 24],
    ['22', 'Murfreesboro', '2410 NW Broad St', 'Murfreesboro', 35.8741, -86.4218, 22],
    ['23', 'Lebanon', '910 Maddox Simpson Pkwy', 'Lebanon', 36.1862, -86.2847, 16],
    ['24', 'Manchester', '1790 McMinnville Hwy', 'Manchester', 35.4958, -86.0711, 12],
  ],
  aggregates: [
    ['31', 'Chickamauga Quarry', '6900 Bonny Oaks Dr', 'Chattanooga', 35.0713, -85.1689, 22],
    ['32', 'Candies Creek Quarry', '1150 Old Alabama Rd', 'Cleveland', 35.1604, -84.9421, 16],
    ['33', 'Tunnel Hill Quarry', '2260 Dug Gap Rd', 'Dalton', 34.7466, -85.0089, 14],
  ],
  block: [
    ['41', 'Murfreesboro Block', '1685 Elam Rd', 'Murfreesboro', 35.8136, -86.3489, 9],
    ['42', 'Manchester Block', '705 Hillsboro Blvd', 'Manchester', 35.4736, -86.0792, 6],
  ],
};

/** All plants, quarries and yards, with their ids. */
export const PLANTS: readonly Plant[] = Object.entries(PLANT_FACTS)
  .flatMap(([key, facts]) => facts.map((fact) => ({ fact, dataSourceId: DATA_SOURCES[key as DataSourceKey].id })))
  .map(({ fact: [number, name, addressLine1, town, latitude, longitude, truckCount], dataSourceId }, index) => ({
    id: index + 1,
    dataSourceId,
    number,
    name,
    addressLine1,
    town,
    latitude,
    longitude,
    truckCount,
  }));

/** Returns the data source's plant that is nearest to a place. */
export function nearestPlant(dataSourceId: number, place: { latitude: number; longitude: number }): Plant {
  const plants = PLANTS.filter((plant) => plant.dataSourceId === dataSourceId);
  return plants.reduce((best, plant) => (distanceKm(plant, place) < distanceKm(best, place) ? plant : best));
}

/** Returns the straight distance. Treats the earth as flat, which is accurate enough for this region. */
export function distanceKm(a: { latitude: number; longitude: number }, b: { latitude: number; longitude: number }): number {
  const kmPerDegree = 111.2;
  const north = (a.latitude - b.latitude) * kmPerDegree;
  const east = (a.longitude - b.longitude) * kmPerDegree * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}

/** Returns the towns that a data source delivers to: those within reach of one of its plants. */
export function townsServed(dataSourceId: number): TownName[] {
  const reachKm = 32;
  return (Object.keys(TOWNS) as TownName[]).filter((name) => distanceKm(nearestPlant(dataSourceId, TOWNS[name]), TOWNS[name]) < reachKm);
}
