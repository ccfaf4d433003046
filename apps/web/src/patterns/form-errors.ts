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

/** Focuses the first invalid field, and opens the parts of the form that hide one. */
export function focusFirstFault(form: HTMLFormElement | null): void {
  // Wait until the error messages are rendered.
  requestAnimationFrame(() => {
    const invalid = form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [];
    for (const field of invalid) field.closest('details')?.setAttribute('open', '');
    invalid[0]?.focus();
  });
}
