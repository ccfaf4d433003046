import { defineMessages } from '@yardage/messages/messages';

/** UI text of the fields that every form about a person has. */
export const PERSON_FORM_MESSAGES = defineMessages('person-form', {
  address: 'Address',
  city: 'City',
  zip: 'Zip code',
  state: 'State',
  chooseState: 'Choose a state',
  chooseRole: 'Choose a role',
  noAddress: 'No Address Found',
  addressesFailedTitle: 'Uh oh! Something went wrong.',
  addressesFailed: 'There was a problem fetching the addresses.',
  suggestions: 'Suggestions',
});
