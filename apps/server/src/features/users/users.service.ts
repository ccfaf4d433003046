import type { CustomerNumberEntry } from '@yardage/contract/users';
import type { AreaServices } from '#server/features/area';
import { JsonText } from '#server/http/answers';
import type { Caller } from '#server/http/scope';
import * as queries from './users.queries.ts';

/** What a signed-in person may know about himself. */
export function usersService({ database }: AreaServices) {
  return {
    async customerNumbers(caller: Caller): Promise<JsonText<CustomerNumberEntry[]>> {
      return new JsonText(await queries.listCustomerNumbers(database, caller.userId));
    },
  };
}
