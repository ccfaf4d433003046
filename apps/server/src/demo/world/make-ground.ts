import { contacts, customerContacts, customers as customersTable, dataSources } from '#server/database/tables/accounts';
import { plants, priceListItems, priceLists, products, trucks } from '#server/database/tables/catalog';
import { cannedReplies } from '#server/database/tables/chats';
import { announcements } from '#server/database/tables/service';
import { announcementRows } from './announcements-and-support.ts';
import { atLocalTime } from './calendar.ts';
import { catalogRows } from './catalog.ts';
import { CANNED_REPLIES } from './chat-scripts.ts';
import { anchorDay, type Clock } from './clock.ts';
import { type Customer, customerRow } from './customers.ts';
import { type ContactRow, contactRows, customerContactRows } from './people.ts';
import type { Random } from './random.ts';
import { DATA_SOURCES, PLANTS } from './region.ts';
import { TOWNS } from './towns.ts';
import { createTrucks, type Truck } from './trucks.ts';
import type { Making } from './world-writer.ts';

/** The data that all customers share. */
export interface Ground {
  trucks: Truck[];
  contacts: ContactRow[];
  since: Date;
}

/** Writes the data sources, plants, catalog, trucks, staff contacts, announcements and canned replies. */
export async function makeGround({ writer, numbers }: Making, random: Random, clock: Clock): Promise<Ground> {
  await writer.insert(
    dataSources,
    Object.values(DATA_SOURCES).map(({ orderType: _, ...row }) => row),
  );
  await writer.insert(
    plants,
    PLANTS.map(({ town, truckCount: _, ...row }) => ({ ...row, city: town, stateId: TOWNS[town].stateId, zip: TOWNS[town].zips[0] })),
  );
  const catalog = catalogRows(clock.historyStart);
  await writer.insert(products, catalog.products);
  await writer.insert(priceLists, catalog.priceLists);
  await writer.insert(priceListItems, catalog.priceListItems);
  const ground = {
    trucks: createTrucks(random.fork('trucks')),
    contacts: contactRows(numbers, random.fork('contacts')),
    since: new Date(atLocalTime(clock.historyStart, 9 * 60, DATA_SOURCES.concreteEast.timeZone)),
  };
  await writer.insert(trucks, ground.trucks);
  await writer.insert(contacts, ground.contacts);
  await writer.insert(announcements, announcementRows(numbers, anchorDay(new Date(clock.now))));
  const concrete = [DATA_SOURCES.concreteEast.id, DATA_SOURCES.concreteWest.id];
  await writer.insert(
    cannedReplies,
    concrete.flatMap((dataSourceId) => CANNED_REPLIES.map((reply) => ({ dataSourceId, ...reply }))),
  );
  return ground;
}

/** Writes customers with their contacts at the supplier; inactive customers have none. */
export async function insertCustomers({ writer }: Making, ground: Ground, customers: readonly Customer[]): Promise<void> {
  await writer.insert(
    customersTable,
    customers.map((customer) => customerRow(customer, ground.since)),
  );
  const active = customers.filter(({ plan }) => plan.yearlySales > 0);
  await writer.insert(
    customerContacts,
    active.flatMap((customer) => customerContactRows(customer, ground.contacts)),
  );
}
