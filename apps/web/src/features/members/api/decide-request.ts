import { decideRequest } from '@yardage/contract/members';
import { api } from '#web/lib/api.ts';

/** Approves a request with a role, or rejects it (API-56). */
export function decideMember(id: number, decision: { status: 2; roleId: number } | { status: 3 }) {
  return api.call(decideRequest, { params: { id }, body: decision });
}
