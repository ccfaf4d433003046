import { z } from 'zod';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, moment } from './scalars.ts';

/** How old the tickets of a customer's data source are. */
export const getDataAge = defineEndpoint({
  id: 'data-age.get',
  requirement: 'FED-13',
  summary: "When the tickets of the customer's data source were last delivered, and whether that is too long ago to call them live",
  method: 'GET',
  path: '/customers/:globalCustomerNumber/data-age',
  access: { anyOf: [PERMISSIONS.ORDERS_VIEW, PERMISSIONS.TICKETS_VIEW, PERMISSIONS.TRUCK_TRACKING_VIEW] },
  scope: 'customer',
  params: customerParams,
  query: z.object(customerQuery),
  answer: z.strictObject({
    /** Null if the supplier's systems never delivered tickets here. */
    deliveredAt: moment.nullable(),
    isOld: z.boolean(),
  }),
});
