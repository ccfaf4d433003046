import { boolean, index, integer, pgTable, primaryKey, smallint, text, unique } from '../drizzle.ts';
import { dataSources, states } from './accounts.ts';
import { cents, day, degrees, id, reference } from './columns.ts';

export const plants = pgTable(
  'plants',
  {
    id: id(),
    dataSourceId: integer()
      .notNull()
      .references(() => dataSources.id),
    number: text().notNull(),
    name: text().notNull(),
    addressLine1: text().notNull(),
    city: text().notNull(),
    stateId: smallint()
      .notNull()
      .references(() => states.id),
    zip: text().notNull(),
    latitude: degrees().notNull(),
    longitude: degrees().notNull(),
  },
  (table) => [unique().on(table.dataSourceId, table.number)],
);

/** Products: mixes, aggregates, block, and the charges for a delivery. */
export const products = pgTable(
  'products',
  {
    id: id(),
    dataSourceId: integer()
      .notNull()
      .references(() => dataSources.id),
    number: text().notNull(),
    description: text().notNull(),
    /** 1 concrete, 2 aggregate, 3 block. */
    orderType: smallint().notNull(),
    unitOfMeasure: text().notNull(),
    isCharge: boolean().notNull().default(false),
    isEnvironmentalCharge: boolean().notNull().default(false),
    slump: text(),
    /** Null where it is not known, and for whatever is not stacked. */
    piecesPerPallet: integer(),
  },
  (table) => [unique().on(table.dataSourceId, table.number)],
);

export const priceLists = pgTable('price_lists', {
  id: id(),
  dataSourceId: integer()
    .notNull()
    .references(() => dataSources.id),
  name: text().notNull(),
  effectiveFrom: day().notNull(),
});

export const priceListItems = pgTable(
  'price_list_items',
  {
    priceListId: reference()
      .notNull()
      .references(() => priceLists.id),
    productId: reference()
      .notNull()
      .references(() => products.id),
    unitPriceCents: cents().notNull(),
  },
  (table) => [primaryKey({ columns: [table.priceListId, table.productId] })],
);

export const trucks = pgTable(
  'trucks',
  {
    id: id(),
    dataSourceId: integer()
      .notNull()
      .references(() => dataSources.id),
    plantId: reference()
      .notNull()
      .references(() => plants.id),
    number: text().notNull(),
    zonarAccount: text().notNull(),
    driverName: text().notNull(),
    driverPhone: text(),
  },
  (table) => [unique().on(table.dataSourceId, table.number), index().on(table.plantId)],
);

/** Streets of orders and plants without house numbers, kept by triggers, for the built-in address search. */
export const knownStreets = pgTable(
  'known_streets',
  {
    id: id(),
    address: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    zip: text().notNull(),
    words: text().array().notNull(),
  },
  (table) => [unique('known_streets_once').on(table.address, table.city, table.state, table.zip)],
);

/** The streets by each of their words. */
export const knownStreetWords = pgTable(
  'known_street_words',
  {
    word: text().notNull(),
    streetId: reference()
      .notNull()
      .references(() => knownStreets.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.word, table.streetId] }), index().on(table.streetId)],
);
