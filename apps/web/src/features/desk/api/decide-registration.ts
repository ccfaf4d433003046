import { decideDeskRegistration } from '@yardage/contract/desk';
import { api } from '#web/lib/api.ts';

/** The supplier's decision about a registration request. */
export interface DeskDecision {
  status: 2 | 3;
  roleId?: number;
  globalCustomerNumber?: string;
}

/** Approves or rejects a registration request. */
export function decideRegistration(id: number, body: DeskDecision) {
  return api.call(decideDeskRegistration, { params: { id }, body });
}
