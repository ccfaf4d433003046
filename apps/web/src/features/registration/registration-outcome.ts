import { HttpProblem } from '#web/lib/http/http-errors.ts';
import type { Toast } from '#web/lib/toasts/toast-queue.ts';
import { REGISTRATION_MESSAGES as MESSAGES } from './registration.messages.ts';

/** How a failed registration is handled: the toast, and whether the form is left. */
export interface RegistrationFailure {
  toast: Toast;
  isLeft: boolean;
}

/**
 * Separates REG-20 from REG-21. A 4xx response has reasons that the user can fix in the form. After any other error response there is
 * nothing to fix, so the form is left. Without a response the form stays open.
 */
export function registrationFailure(error: Error): RegistrationFailure {
  const destructive = (title: string, message?: string): Toast => ({ kind: 'destructive', title, ...(message && { message }) });
  if (!(error instanceof HttpProblem)) return { toast: destructive(MESSAGES.exceptionTitle, MESSAGES.unknown), isLeft: false };
  const { status, problem } = error;
  if (status < 400 || status >= 500) return { toast: destructive(MESSAGES.failed), isLeft: true };
  const reasons =
    Object.values(problem.errors ?? {})
      .flat()
      .join(', ') || problem.detail;
  const toast = problem.title ? destructive(problem.title, reasons) : destructive(MESSAGES.exceptionTitle, reasons || MESSAGES.exception);
  return { toast, isLeft: false };
}
