import { getCustomerDetails } from '@yardage/contract/customers';
import {
  getMailSettings,
  getPermissions,
  getProfile,
  listCustomerNumbers,
  type MailSettings,
  updateLanguage,
  updateMailSettings,
} from '@yardage/contract/users';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ACCOUNT_MESSAGES } from './account.messages.ts';

/** Loads company, email and phone of a customer (API-03). No toast on failure: the card itself shows that they are missing. */
export function customerDetailsQuery({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey) {
  return endpointQuery(
    getCustomerDetails,
    { params: { globalCustomerNumber }, query: { customerNumber, datasourceId, globalCustomerNumber } },
    { isSilent: true },
  );
}

/** Loads the signed-in user's customer numbers (API-01, ERR-13). */
export function customerNumbersQuery() {
  return endpointQuery(listCustomerNumbers, {}, { failureText: ACCOUNT_MESSAGES.recordsFailed, accessRequest: 'customer-numbers' });
}

/** Loads which emails the user receives. */
export function mailSettingsQuery() {
  return endpointQuery(getMailSettings, {}, { failureText: ACCOUNT_MESSAGES.mailSettingsFailed });
}

/** Loads the user's permission codes for a customer number (API-02, PER-14). */
export function permissionsQuery({ customerNumber, datasourceId }: CustomerKey) {
  return endpointQuery(
    getPermissions,
    { query: { customerNumber, datasourceId } },
    {
      failureTitle: ACCOUNT_MESSAGES.permissionsFailedTitle,
      failureText: ACCOUNT_MESSAGES.permissionsFailed,
      accessRequest: 'permissions',
    },
  );
}

const ASK_AGAIN_AFTER_MS = 10_000;

/** Loads the profile of the signed-in user (SHL-19). */
export function profileQuery() {
  return {
    ...endpointQuery(getProfile, {}),
    // The layout and the page are mounted one after the other, and share one failure.
    retryOnMount: ({ state }: { state: { errorUpdatedAt: number } }) => Date.now() - state.errorUpdatedAt > ASK_AGAIN_AFTER_MS,
  };
}

/** Saves which emails the user receives. */
export function saveMailSettings(body: MailSettings, attempt: Attempt): Promise<MailSettings> {
  return api.call(updateMailSettings, { body }, { attempt });
}

/** Stores the language of the user (LNG-01). */
export async function saveLanguage(language: string): Promise<void> {
  await api.call(updateLanguage, { body: { language } });
}
