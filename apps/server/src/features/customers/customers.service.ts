import type { getCustomerDetails } from '@yardage/contract/customers';
import type { Answer } from '@yardage/contract/endpoint';
import type { AreaServices } from '#server/features/area';
import { JsonText } from '#server/http/answers';
import type { Scope } from '#server/http/scope';
import * as queries from './customers.queries.ts';

/** Reads a customer's contact details. */
export function customersService({ database }: AreaServices) {
  return {
    async details(scope: Scope): Promise<JsonText<Answer<typeof getCustomerDetails>>> {
      return new JsonText(await queries.findDetails(database, scope));
    },
  };
}
