import { queryOptions } from '@tanstack/react-query';
import { type AddressSuggestion, searchAddresses, searchAddressesPublicly } from '@yardage/contract/addresses';
import { api } from '#web/lib/api.ts';
import { PERSON_FORM_MESSAGES } from './person-form.messages.ts';

/** Returns the query for address suggestions. */
export type AddressSource = (text: string) => ReturnType<typeof addressQuery>;

const failure = () => ({
  failureTitle: PERSON_FORM_MESSAGES.addressesFailedTitle,
  failureText: PERSON_FORM_MESSAGES.addressesFailed,
  unknownText: PERSON_FORM_MESSAGES.addressesFailed,
});

/** Builds the query. The API returns an empty list as a response without a body (API-17). */
function addressQuery(id: string, text: string, search: (signal: AbortSignal) => Promise<AddressSuggestion[] | undefined>) {
  return queryOptions({ queryKey: [id, text] as const, queryFn: async ({ signal }) => (await search(signal)) ?? [], meta: failure() });
}

/** Suggestions for users who are not signed in (API-49). */
export const publicAddresses: AddressSource = (text) =>
  addressQuery(searchAddressesPublicly.id, text, (signal) => api.call(searchAddressesPublicly, { query: { search: text } }, signal));

/** Suggestions for signed-in users (API-17). */
export const knownAddresses: AddressSource = (text) =>
  addressQuery(searchAddresses.id, text, (signal) => api.call(searchAddresses, { query: { query: text } }, signal));
