import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { customerQuery, globalCustomerNumber } from './scalars.ts';

export const customerParams = z.object({ globalCustomerNumber });

export const getCustomerDetails = defineEndpoint({
  id: 'customers.details',
  requirement: 'API-03',
  summary: 'Email, phone and company of a customer, for prefilling forms',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/details',
  access: { signedIn: 'every member of the customer may prefill a form with its details' },
  scope: 'customer',
  params: customerParams,
  query: z.object({ ...customerQuery, globalCustomerNumber: globalCustomerNumber.optional() }),
  answer: z.strictObject({ email: z.string().nullable(), phoneNumber: z.string().nullable(), companyName: z.string() }),
});
