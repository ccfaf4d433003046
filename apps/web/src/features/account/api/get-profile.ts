import { getProfile } from '@yardage/contract/users';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';

/** Who is signed in (SHL-19). */
export function profileQuery() {
  return endpointQuery(getProfile, {});
}
