import type { CustomerNumberEntry, MailSettings } from '@yardage/contract/users';
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

    async mailSettings(caller: Caller): Promise<MailSettings> {
      return queries.findMailSettings(database, caller.userId);
    },

    async changeMailSettings(caller: Caller, settings: MailSettings): Promise<MailSettings> {
      await queries.updateMailSettings(database, caller.userId, settings);
      return settings;
    },
  };
}
