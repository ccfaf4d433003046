import { deleteMember } from '@yardage/contract/members';
import { api } from '#web/lib/api.ts';

/** Removes a member from the selected customer account (API-60). */
export function removeMember(email: string) {
  return api.call(deleteMember, { query: { email } });
}
