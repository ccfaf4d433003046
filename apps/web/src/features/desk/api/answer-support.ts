import { answerDeskSupport } from '@yardage/contract/desk';
import { api } from '#web/lib/api.ts';

/** Sets the status of a support request, optionally with a reply. */
export function answerSupport(id: number, body: { status: number; reply?: string }) {
  return api.call(answerDeskSupport, { params: { id }, body });
}
