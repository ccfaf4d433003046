import { getProfile } from '@yardage/contract/users';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';

/** Loads the profile of the signed-in user (SHL-19). */
export function profileQuery() {
  return endpointQuery(getProfile, {});
}
