import { HttpProblem } from '#web/lib/http/http-errors.ts';
import type { Toast } from '#web/lib/toasts/toast-queue.ts';
import { REGISTRATION_WORDS as WORDS } from './registration.messages.ts';

/** What follows a registration that was not taken: what is said, and whether the form is left. */
export interface RegistrationFailure {
  toast: Toast;
  isLeft: boolean;
}

/**
 * REG-20 and REG-21 told apart: a refusal (4xx) comes with the server's reasons, and whoever reads them can mend the form; after any other
 * answer than a good one there is nothing to mend, and the form is left. Without an answer it stays as it is.
 */
export function registrationFailure(error: Error): RegistrationFailure {
  const destructive = (title: string, message?: string): Toast => ({ kind: 'destructive', title, ...(message && { message }) });
  if (!(error instanceof HttpProblem)) return { toast: destructive(WORDS.exceptionTitle, WORDS.unknown), isLeft: false };
  const { status, problem } = error;
  if (status < 400 || status >= 500) return { toast: destructive(WORDS.failed), isLeft: true };
  const reasons =
    Object.values(problem.errors ?? {})
      .flat()
      .join(', ') || problem.detail;
  const toast = problem.title ? destructive(problem.title, reasons) : destructive(WORDS.exceptionTitle, reasons || WORDS.exception);
  return { toast, isLeft: false };
}
