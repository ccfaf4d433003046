import { getMailSettings } from '@yardage/contract/users';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ACCOUNT_MESSAGES } from '../account.messages.ts';

/** Loads which emails the user receives. */
export function mailSettingsQuery() {
  return endpointQuery(getMailSettings, {}, { failureText: ACCOUNT_MESSAGES.mailSettingsFailed });
}
