import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { searchText } from './scalars.ts';

export const MIN_ADDRESS_SEARCH = 3;

/** An address that a form can fill in; fields that the source does not know are empty. */
const addressSuggestion = z.strictObject({
  fullAddress: z.string(),
  address: z.string(),
  city: z.string(),
  stateId: z.int().nullable(),
  zipcode: z.string(),
});
export type AddressSuggestion = z.infer<typeof addressSuggestion>;

const addressText = searchText
  .min(MIN_ADDRESS_SEARCH, { error: () => CONTRACT_MESSAGES.searchMinimum(MIN_ADDRESS_SEARCH) })
  .meta({ examples: ['Chattanooga'] });

export const searchAddresses = defineEndpoint({
  id: 'addresses.search',
  requirement: 'API-17',
  summary: "Addresses that begin like the text, first those of the selected customer's jobs; status 204 where there are none",
  method: 'GET',
  path: '/maps/address/search',
  access: { signedIn: 'addresses help with every form' },
  scope: 'user',
  usesSelectedCustomer: true,
  query: z.object({ query: addressText }),
  answer: z.array(addressSuggestion),
  weight: 4,
});

/** The registration form's search: the same addresses, without the caller's job sites. */
export const searchAddressesPublicly = defineEndpoint({
  id: 'addresses.public-search',
  requirement: 'API-49',
  summary: 'Addresses for the registration form; status 204 where there are none',
  method: 'GET',
  path: '/accounts/address/search',
  access: { public: 'the registration form suggests addresses' },
  scope: 'none',
  query: z.object({ search: addressText }),
  answer: z.array(addressSuggestion),
  weight: 10,
});
