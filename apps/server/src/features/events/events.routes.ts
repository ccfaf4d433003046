import { listCustomerEvents, listEvents } from '@yardage/contract/events';
import type { Area } from '#server/features/area';
import { eventsService } from './events.service.ts';

/** The feeds of events. */
export const eventsArea: Area = (bind, services) => {
  const events = eventsService(services);
  bind(listEvents, (input) => events.list(input.caller, input.query, () => input.signal));
  bind(listCustomerEvents, (input) => events.listOfCustomer(input.scope, input.query, () => input.signal));
};
