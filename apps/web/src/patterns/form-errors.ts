import { HttpProblem, type ProblemBody } from '#web/lib/http/http-errors.ts';

/**
 * Maps the field errors of a response to the form's fields. Errors of other fields go under `form` (ERR-07), and so does the title if
 * the server names no field (ERR-08).
 */
export function placeErrors<Field extends string>(
  { errors, title }: ProblemBody,
  fields: readonly Field[],
): Partial<Record<Field | 'form', string>> {
  const placed: Partial<Record<Field | 'form', string>> = {};
  if (!errors && title) placed.form = title;
  for (const [name, messages] of Object.entries(errors ?? {})) {
    const field = fields.find((each) => each === name.split('.')[0]) ?? 'form';
    placed[field] ??= messages.join(', ');
  }
  return placed;
}

/** Returns whether an error is about a form's fields. The form shows it, so there is no toast. */
export function isFieldRefusal(error: Error): error is HttpProblem {
  return error instanceof HttpProblem && error.status === 400 && error.problem.errors !== undefined;
}

/** Returns whether an error says that the record has changed since it was read. */
export function isConflict(error: Error): boolean {
  return error instanceof HttpProblem && error.status === 409;
}

/** Focuses the first invalid field, and opens the parts of the form that hide one. */
export function focusFirstFault(form: HTMLFormElement | null): void {
  // Wait until the error messages are rendered.
  requestAnimationFrame(() => {
    const invalid = [...(form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]:not(:disabled)') ?? [])];
    for (const field of invalid) field.closest('details')?.setAttribute('open', '');
    invalid[0]?.focus();
  });
}

/** How long after sending a form the server's answer may still move the focus to a field. */
const ANSWER_MS = 30_000;

/**
 * Focuses the first invalid field of every form that is sent and refused, so that nobody presses a button that seems to do nothing: at
 * once, or when the server's answer names a field, unless the user has gone on by then. Returns the function that ends it.
 */
export function watchForms(): () => void {
  let end = (): void => undefined;
  const watch = ({ target }: SubmitEvent): void => {
    end();
    if (!(target instanceof HTMLFormElement)) return;
    const controller = new AbortController();
    const timer = setTimeout(() => end(), ANSWER_MS);
    const sentFrom = document.activeElement;
    const look = (): void => {
      if (!target.querySelector('[aria-invalid="true"]')) return;
      end();
      // While the user waits, the focus is where it was, or nowhere because the button is disabled. Otherwise they have gone on.
      const now = document.activeElement;
      if (now === sentFrom || now === document.body || now === null) focusFirstFault(target);
    };
    const observer = new MutationObserver(look);
    end = (): void => {
      clearTimeout(timer);
      controller.abort();
      observer.disconnect();
    };
    observer.observe(target, { attributeFilter: ['aria-invalid'], childList: true, subtree: true });
    target.addEventListener('input', () => end(), { signal: controller.signal });
    // Also look at what is shown already: the same error as before causes no mutation.
    requestAnimationFrame(() => requestAnimationFrame(() => controller.signal.aborted || look()));
  };
  window.addEventListener('submit', watch, { capture: true });
  return () => {
    end();
    window.removeEventListener('submit', watch, { capture: true });
  };
}
