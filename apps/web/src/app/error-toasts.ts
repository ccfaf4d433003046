import { Cancelled, HttpProblem, NetworkFailure, SessionLost, UnansweredWrite } from '#web/lib/http/http-errors.ts';
import { logFailure } from '#web/lib/log.ts';
import type { FailureMeta } from '#web/lib/query/query-client.ts';
import type { Toast } from '#web/lib/toasts/toast-queue.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { ERROR_MESSAGES } from './error.messages.ts';

/** Returns the toasts for a failed request (ERR-05 to ERR-11). None if the failure is reported elsewhere. */
export function toastsFor(error: Error, meta: FailureMeta): Toast[] {
  if (meta.isSilent || error instanceof Cancelled || error instanceof SessionLost) return [];
  const destructive = (title: string, message: string): Toast => ({ title, message, kind: 'destructive' });
  const own = (message: string): Toast[] => [destructive(meta.failureTitle ?? ERROR_MESSAGES.errorTitle, message)];

  if (error instanceof UnansweredWrite) return [destructive(meta.noResponseText ?? ERROR_MESSAGES.unansweredTitle, unansweredText(error))];
  if (error instanceof NetworkFailure) {
    return meta.noResponseText ? own(meta.noResponseText) : [destructive(ERROR_MESSAGES.networkTitle, ERROR_MESSAGES.network)];
  }
  if (!(error instanceof HttpProblem)) return own(meta.noResponseText ?? ERROR_MESSAGES.unknown);

  const { status, problem } = error;
  // The end of the session reports a 401 once, however many calls it affects.
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

const unansweredText = ({ isRepeatable }: UnansweredWrite): string =>
  isRepeatable ? ERROR_MESSAGES.unanswered : ERROR_MESSAGES.unansweredOnce;

/** Returns the server's message about this call. The title of a 5xx says less than the app's own text. */
function messageOf({ status, problem }: HttpProblem): string | undefined {
  return problem.detail ?? (status < 500 ? problem.title : undefined);
}

/** Shows a failed request as toasts. No other code does; toasts about anything else are shown where it happens. */
export function showFailure(error: Error, meta: FailureMeta): void {
  if (!(error instanceof HttpProblem || error instanceof NetworkFailure || error instanceof Cancelled || error instanceof SessionLost)) {
    logFailure('A request failed unexpectedly.', error);
  }
  const isReadOnly = error instanceof HttpProblem && error.problem.code === 'view-read-only';
  if (isReadOnly && !meta.isSilent) toasts.show({ title: ERROR_MESSAGES.readOnlyTitle, message: error.message, kind: 'destructive' });
  else for (const toast of toastsFor(error, meta)) toasts.show(toast);
}
