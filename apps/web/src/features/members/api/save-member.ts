import { addMember, updateMember } from '@yardage/contract/members';
import type { MemberFields } from '@yardage/domain/member-rules';
import { api } from '#web/lib/api.ts';

/** Adds a member, or changes the one with that id (API-58, API-59). */
export function saveMember(id: number | undefined, { email, isEnabled, stateId, roleId, ...texts }: MemberFields) {
  // The form's own rules have asked for both before.
  const fields = { ...texts, stateId: stateId ?? 0, roleId: roleId ?? 0 };
  if (id === undefined) return api.call(addMember, { body: { ...fields, email } });
  return api.call(updateMember, { params: { id }, body: { ...fields, isEnabled } });
}
