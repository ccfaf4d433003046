import { HttpProblem, type ProblemBody } from '#web/lib/http/http-errors.ts';

/**
 * The field errors of a refusal, each on its field; what belongs to none of the form's fields stands under `form` (ERR-07), as does what the
 * server says where it names no field (ERR-08).
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

/** Whether a refusal is about a form's fields, and therefore told there and not in a toast. */
export function isFieldRefusal(error: Error): error is HttpProblem {
  return error instanceof HttpProblem && error.status === 400 && error.problem.errors !== undefined;
}

/** Brings the keyboard to the first field that has to be mended. */
export function focusFirstFault(form: HTMLFormElement | null): void {
  // After the messages are drawn.
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
