import { boolean, index, jsonb, pgTable, primaryKey, real } from '../drizzle.ts';
import { customers } from './accounts.ts';
import { trucks } from './catalog.ts';
import { degrees, moment, reference } from './columns.ts';
import { tickets } from './sales.ts';

/** The last position of each truck and the load it carries. A trigger updates the load from the tickets. */
export const truckPositions = pgTable(
  'truck_positions',
  {
    truckId: reference()
      .primaryKey()
      .references(() => trucks.id),
    customerId: reference().references(() => customers.id),
    ticketId: reference().references(() => tickets.id),
    latitude: degrees().notNull(),
    longitude: degrees().notNull(),
    /** Degrees clockwise from north. */
    heading: real().notNull(),
    speedMph: real().notNull(),
    hasPower: boolean().notNull(),
    recordedAt: moment().notNull(),
  },
  (table) => [index().on(table.customerId)],
);

/** The GPS fixes of the last minutes. */
export const truckFixes = pgTable(
  'truck_fixes',
  {
    truckId: reference()
      .notNull()
      .references(() => trucks.id),
    recordedAt: moment().notNull(),
    speedMph: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.truckId, table.recordedAt] }), index().on(table.recordedAt)],
);

/** Each truck's route to its job and its expected arrival. */
export const truckEtas = pgTable(
  'truck_etas',
  {
    truckId: reference()
      .primaryKey()
      .references(() => trucks.id),
    customerId: reference()
      .notNull()
      .references(() => customers.id),
    ticketId: reference()
      .notNull()
      .references(() => tickets.id),
    /** When the router was last asked. It is not asked again within five minutes. */
    askedAt: moment().notNull(),
    calculatedAt: moment(),
    estimatedAt: moment(),
    earliestAt: moment(),
    latestAt: moment(),
    /** The route: points as [latitude, longitude], meters and seconds. */
    route: jsonb().$type<{ points: [number, number][]; distanceMeters: number; durationSeconds: number }>(),
  },
  (table) => [index().on(table.customerId)],
);
