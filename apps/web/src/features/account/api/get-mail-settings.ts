import { getMailSettings } from '@yardage/contract/users';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ACCOUNT_MESSAGES } from '../account.messages.ts';

/** Which mails the user gets; the dialog that shows them says itself when they are missing. */
export function mailSettingsQuery() {
  return endpointQuery(getMailSettings, {}, { failureText: ACCOUNT_MESSAGES.mailSettingsFailed });
}
