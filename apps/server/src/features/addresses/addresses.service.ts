import type { AddressSuggestion } from '@yardage/contract/addresses';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { StateEntry } from '@yardage/contract/registration';
import type { FoundAddress } from '#server/adapters/addresses/port';
import type { AreaServices } from '#server/features/area';
import { NoContent } from '#server/http/answers';
import { ApiError } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import * as queries from './addresses.queries.ts';

const MAX_SUGGESTIONS = 8;
const MAX_WORDS = 8;

/** Suggests addresses while the user types. */
export function addressesService({ database, addresses }: AreaServices) {
  let states: Promise<StateEntry[]> | undefined;
  const knownStates = () => {
    states ??= queries.listStates(database).catch((error) => {
      states = undefined;
      throw error;
    });
    return states;
  };

  const searchSource = async (text: string): Promise<AddressSuggestion[]> => {
    const found = await addresses.search(text, MAX_SUGGESTIONS).catch((error: unknown) => {
      throw new ApiError('service-unavailable', { cause: error });
    });
    const all = await knownStates();
    return found.map((each) => toSuggestion(each, all));
  };

  return {
    states: knownStates,

    /** For visitors without a session: searches the address provider only. */
    async searchPublicly(text: string): Promise<AddressSuggestion[] | NoContent> {
      return orNoContent(await searchSource(text));
    },

    /** For signed-in users: lists job addresses of the selected customer, if they may view its orders, before those of the provider. */
    async search(selected: Scope | undefined, text: string): Promise<AddressSuggestion[] | NoContent> {
      const words = text
        .split(/[\s,]+/)
        .filter(Boolean)
        .slice(0, MAX_WORDS);
      if (words.length === 0) return new NoContent();
      const own = selected?.permissions.has(PERMISSIONS.ORDERS_VIEW)
        ? await queries.findJobAddresses(database, selected, words, MAX_SUGGESTIONS)
        : [];
      const all = await knownStates();
      const named = own.map((each) => ({ ...each, fullAddress: fullAddress(each, all) }));
      const seen = new Set(named.map((each) => each.fullAddress));
      const others = (await searchSource(text)).filter((each) => !seen.has(each.fullAddress));
      return orNoContent([...named, ...others].slice(0, MAX_SUGGESTIONS));
    },
  };
}

/** An empty list is sent as status 204 (API-17). */
function orNoContent(suggestions: AddressSuggestion[]): AddressSuggestion[] | NoContent {
  return suggestions.length > 0 ? suggestions : new NoContent();
}

function toSuggestion({ address, city, state, zip }: FoundAddress, states: readonly StateEntry[]): AddressSuggestion {
  const wanted = state.trim().toLowerCase();
  const stateId = states.find(({ abbreviation, name }) => [abbreviation.toLowerCase(), name.toLowerCase()].includes(wanted))?.id ?? null;
  const suggestion = { address, city, stateId, zipcode: zip };
  return { ...suggestion, fullAddress: fullAddress(suggestion, states) };
}

function fullAddress({ address, city, stateId, zipcode }: Omit<AddressSuggestion, 'fullAddress'>, states: readonly StateEntry[]): string {
  const region = [states.find(({ id }) => id === stateId)?.abbreviation, zipcode].filter(Boolean).join(' ');
  return [address, city, region].filter(Boolean).join(', ');
}
