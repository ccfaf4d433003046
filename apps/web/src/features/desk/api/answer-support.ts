import { answerDeskSupport } from '@yardage/contract/desk';
import { api } from '#web/lib/api.ts';

/** Moves a support request, with an answer or without. */
export function answerSupport(id: number, body: { status: number; reply?: string }) {
  return api.call(answerDeskSupport, { params: { id }, body });
}
