import { addMember, updateMember } from '@yardage/contract/members';
import type { MemberFields } from '@yardage/domain/member-rules';
import { api } from '#web/lib/api.ts';

/** Updates the member with this id, or adds a new one if there is no id (API-58, API-59). */
export function saveMember(id: number | undefined, { email, isEnabled, stateId, roleId, ...texts }: MemberFields) {
  // The form has already validated that both are set.
  const fields = { ...texts, stateId: stateId ?? 0, roleId: roleId ?? 0 };
  if (id === undefined) return api.call(addMember, { body: { ...fields, email } });
  return api.call(updateMember, { params: { id }, body: { ...fields, isEnabled } });
}
