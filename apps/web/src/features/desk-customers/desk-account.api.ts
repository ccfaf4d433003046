import { allowSignIn, detachSignIn, enableDeskUser, findDeskUser, getDeskAccount, inviteDeskOwner } from '@yardage/contract/desk-account';
import { startView } from '@yardage/contract/desk-views';
import { api } from '#web/lib/api.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { DESK_ACCOUNT_MESSAGES as MESSAGES } from './desk-account.messages.ts';

/** The sheet of an account. */
export function accountQuery(globalCustomerNumber: string) {
  return endpointQuery(getDeskAccount, { params: { globalCustomerNumber } }, { failureText: MESSAGES.detailFailed });
}

/** The fields of the invitation. */
export interface OwnerFields {
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
}

/** Invites the first Owner of an account. */
export function inviteOwner(globalCustomerNumber: string, body: OwnerFields, attempt: Attempt) {
  return api.call(inviteDeskOwner, { params: { globalCustomerNumber }, body }, { attempt });
}

/** The user with an address, who may belong to no account. */
export function userQuery(email: string) {
  return endpointQuery(findDeskUser, { query: { email } }, { isSilent: true });
}

export type UserChange = 'enable' | 'disable' | 'detach' | 'allow';

/** Changes what a user may do. */
export function changeUser(id: number, change: UserChange, attempt: Attempt): Promise<{ message: string }> {
  const params = { id };
  if (change === 'detach') return api.call(detachSignIn, { params }, { attempt });
  if (change === 'allow') return api.call(allowSignIn, { params }, { attempt });
  return api.call(enableDeskUser, { params, body: { isEnabled: change === 'enable' } }, { attempt });
}

/** Starts to see the portal as a user. */
export function startViewAs(userId: number, attempt: Attempt) {
  return api.call(startView, { body: { userId } }, { attempt });
}
