import { addStaff, changeStaffRole, listStaff, removeStaff } from '@yardage/contract/desk-staff';
import type { StaffRole } from '@yardage/contract/staff-roles';
import { api } from '#web/lib/api.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListParams } from '#web/lib/query/endpoint-query.ts';
import { DESK_STAFF_MESSAGES } from './desk-staff.messages.ts';

/** The fields of the form for a new staff member. */
export interface StaffFields {
  email: string;
  firstName: string;
  lastName: string;
  role: StaffRole | null;
}

/** A page of the staff. */
export function staffQuery(query: ListParams<typeof listStaff>) {
  return endpointQuery(listStaff, { query }, { failureText: DESK_STAFF_MESSAGES.listFailed });
}

/** Gives somebody access to the desk. */
export function addStaffMember({ role, ...names }: StaffFields & { role: StaffRole }, attempt: Attempt) {
  return api.call(addStaff, { body: { ...names, role } }, { attempt });
}

/** Gives a staff member another role or name. */
export function changeStaffMember(
  id: number,
  { role, firstName, lastName }: { role: StaffRole; firstName?: string; lastName?: string },
  attempt: Attempt,
) {
  return api.call(
    changeStaffRole,
    { params: { id }, body: { role, ...(firstName && { firstName }), ...(lastName && { lastName }) } },
    { attempt },
  );
}

/** Withdraws the access to the desk. */
export function removeStaffMember(id: number, attempt: Attempt) {
  return api.call(removeStaff, { params: { id } }, { attempt });
}
