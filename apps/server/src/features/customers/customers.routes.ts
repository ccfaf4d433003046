import { getCustomerDetails } from '@yardage/contract/customers';
import type { Area } from '#server/features/area';
import { customersService } from './customers.service.ts';

/** Customer details (API-03). */
export const customersArea: Area = (bind, services) => {
  const customers = customersService(services);
  bind(getCustomerDetails, ({ scope }) => customers.details(scope));
};
