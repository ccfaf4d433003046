import { Cancelled, HttpProblem, NetworkFailure, SessionLost, UnansweredWrite } from '#web/lib/http/http-errors.ts';
import { logFailure } from '#web/lib/log.ts';
import type { FailureMeta } from '#web/lib/query/failure.ts';
import type { Toast } from '#web/lib/toasts/toast-queue.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { ERROR_MESSAGES } from './error.messages.ts';

/** The toasts a failed request calls for (ERR-05 to ERR-11); none for what is told elsewhere. */
export function toastsFor(error: Error, meta: FailureMeta): Toast[] {
  if (meta.isSilent || error instanceof Cancelled || error instanceof SessionLost) return [];
  const destructive = (title: string, message: string): Toast => ({ title, message, kind: 'destructive' });
  const own = (message: string): Toast[] => [destructive(meta.failureTitle ?? ERROR_MESSAGES.errorTitle, message)];

  if (error instanceof UnansweredWrite) return [destructive(meta.unknownText ?? ERROR_MESSAGES.unansweredTitle, ERROR_MESSAGES.unanswered)];
  if (error instanceof NetworkFailure) {
    return meta.unknownText ? own(meta.unknownText) : [destructive(ERROR_MESSAGES.networkTitle, ERROR_MESSAGES.network)];
  }
  if (!(error instanceof HttpProblem)) return own(meta.unknownText ?? ERROR_MESSAGES.unknown);

  const { status, problem } = error;
  // A 401 is told by the session's end, once, however many calls it hit.
  if (status === 401) return [];
  if (status !== 400 && meta.failureText) {
    return own((meta.prefersServerMessage && messageOf(error)) || meta.failureText);
  }
  if (problem.errors) {
    if (status === 400 && meta.isForm) return [];
    return Object.values(problem.errors).map((messages) => destructive(problem.title ?? ERROR_MESSAGES.errorTitle, messages.join(', ')));
  }
  const title = status === 400 ? ERROR_MESSAGES.validationTitle : ERROR_MESSAGES.errorTitle;
  return [destructive(title, problem.title ?? ERROR_MESSAGES.general)];
}

/** What the server has to say about this call. That something went wrong on its side is no more than the own text tells, and less. */
function messageOf({ status, problem }: HttpProblem): string | undefined {
  return problem.detail ?? (status < 500 ? problem.title : undefined);
}

/** Turns failures into toasts; the only place that does. */
export function showFailure(error: Error, meta: FailureMeta): void {
  if (!(error instanceof HttpProblem || error instanceof NetworkFailure || error instanceof Cancelled || error instanceof SessionLost)) {
    logFailure('A request failed unexpectedly.', error);
  }
  for (const toast of toastsFor(error, meta)) toasts.show(toast);
}
