import type { CustomerNumberEntry, MailSettings } from '@yardage/contract/users';
import { offeredLanguages } from '@yardage/messages/catalogues';
import type { Identity } from '#server/adapters/identity/port';
import type { AreaServices } from '#server/features/area';
import { JsonText } from '#server/http/answers';
import { ApiError } from '#server/http/api-error';
import { endSession } from '#server/http/ended-sessions.queries';
import type { Caller } from '#server/http/scope';
import { endViews } from '#server/http/view-sessions.queries';
import { USERS_MESSAGES } from './users.messages.ts';
import * as queries from './users.queries.ts';

/** The operations of the signed-in user on their own data. */
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

    async changeLanguage(caller: Caller, language: string | null) {
      if (language !== null && !offeredLanguages().includes(language)) {
        throw new ApiError('validation-failed', {
          fieldErrors: { language: [USERS_MESSAGES.languageUnknown(offeredLanguages().join(', '))] },
        });
      }
      await queries.updateLanguage(database, caller.userId, language);
      return { language };
    },

    /** Signs out, and ends the caller's views of the portal as somebody else. */
    async endSession(caller: Caller, identity: Identity | undefined, requestId: string) {
      if (identity) await endSession(database, identity.session);
      if (caller.staffRole) await database.transaction('system', (open) => endViews(open, { staffId: caller.userId }, requestId));
      return { message: USERS_MESSAGES.signedOut };
    },
  };
}
