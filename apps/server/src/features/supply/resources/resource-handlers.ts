import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import { announcements, contacts, customers } from './accounts.queries.ts';
import { dataSources, plants, priceLists, products, trucks } from './catalog.queries.ts';
import { invoices } from './invoices.queries.ts';
import { members } from './members.queries.ts';
import { credits, payments } from './payments.queries.ts';
import type { ResourceHandler } from './resource-handler.ts';
import { orders, quotes } from './sales.queries.ts';
import { tickets } from './tickets.queries.ts';

const HANDLERS: { [R in SupplyResource]: ResourceHandler<R> } = {
  'data-sources': dataSources,
  plants,
  products,
  'price-lists': priceLists,
  trucks,
  contacts,
  announcements,
  customers,
  members,
  quotes,
  orders,
  tickets,
  invoices,
  credits,
  payments,
};

/** Returns how records of a resource are written. */
export function handlerOf(resource: SupplyResource): ResourceHandler {
  return HANDLERS[resource] as ResourceHandler;
}

/** The resources in the order in which they are written: those first that others refer to. */
export const WRITING_ORDER: readonly SupplyResource[] = SUPPLY_RESOURCE_NAMES;
