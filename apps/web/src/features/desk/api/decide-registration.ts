import { decideDeskRegistration } from '@yardage/contract/desk';
import { api } from '#web/lib/api.ts';

/** What the supplier decides about a request. */
export interface DeskDecision {
  status: 2 | 3;
  roleId?: number;
  globalCustomerNumber?: string;
}

/** Approves or rejects a request. */
export function decideRegistration(id: number, body: DeskDecision) {
  return api.call(decideDeskRegistration, { params: { id }, body });
}
