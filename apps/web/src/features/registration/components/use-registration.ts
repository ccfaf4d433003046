import { useForm } from '@mantine/form';
import { register, requestMembership } from '@yardage/contract/registration';
import { type RegistrationFields, type RegistrationPlace, registrationFaults } from '@yardage/domain/registration-rules';
import { type RefObject, useRef } from 'react';
import { api } from '#web/lib/api.ts';
import { Cancelled, HttpProblem, SessionLost } from '#web/lib/http/http-errors.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { useFormBackup } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { type Toast, toasts } from '#web/lib/toasts/toast-queue.ts';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { REGISTRATION_MESSAGES as MESSAGES } from '../registration.messages.ts';

/** What is known about the user before they type. Prefilled fields are locked, except the company name (REG-08). */
export type Prefilled = Partial<Pick<RegistrationFields, 'email' | 'phoneNumber' | 'firstName' | 'lastName' | 'companyName'>>;

const EMPTY: RegistrationFields = {
  email: '',
  confirmEmail: '',
  phoneNumber: '',
  companyName: '',
  customerNumber: '',
  firstName: '',
  lastName: '',
  address: '',
  city: '',
  stateId: null,
  zip: '',
};
const FIELDS = Object.keys(EMPTY) as (keyof RegistrationFields)[];

interface RegistrationOptions {
  place: RegistrationPlace;
  prefilled: Prefilled;
  /** Called when the request was accepted. */
  onDone: () => void;
  /** Called when the request failed in a way that editing the form cannot fix. */
  onLeave: () => void;
}

/** The registration form's state, and the handling of success and failure (REG-19 to REG-21). */
export function useRegistration({ place, prefilled, onDone, onLeave }: RegistrationOptions) {
  const element: RefObject<HTMLFormElement | null> = useRef(null);
  const form = useForm<RegistrationFields>({ initialValues: { ...EMPTY, ...prefilled, confirmEmail: prefilled.email ?? '' } });
  useFormBackup(`registration ${place}`, form);
  const sending = useWrite({
    write: (fields: RegistrationFields, attempt) => sendRegistration(fields, place, attempt),
    meta: { isSilent: true },
    onSuccess: () => toasts.show({ kind: 'success', title: MESSAGES.successTitle, message: MESSAGES.success }),
    onDone,
    onFailed: (error) => {
      if (isFieldRefusal(error)) {
        form.setErrors(placeErrors(error.problem, FIELDS));
        focusFirstFault(element.current);
        return;
      }
      const { toast, shouldLeaveForm } = registrationFailure(error);
      if (toast) toasts.show(toast);
      if (shouldLeaveForm) onLeave();
    },
  });
  const submit = (): void => {
    if (sending.isPending) return;
    const faults = registrationFaults(form.values, place);
    form.setErrors(faults);
    if (Object.keys(faults).length === 0) sending.mutate(form.values);
    else focusFirstFault(element.current);
  };
  return { element, form, submit, isBusy: sending.isPending, formError: (form.errors as { form?: string }).form };
}

/** How a failed registration is handled: the toast, if nothing else reports the failure, and whether the form is left. */
export interface RegistrationFailure {
  toast: Toast | null;
  shouldLeaveForm: boolean;
}

/**
 * Separates REG-20 from REG-21. A 4xx response has reasons that the user can fix in the form. After any other error response there is
 * nothing to fix, so the form is left. Without a response the form stays open.
 */
export function registrationFailure(error: Error): RegistrationFailure {
  // The user has already been asked to sign in again (ERR-04).
  const isSessionOver = error instanceof SessionLost || (error instanceof HttpProblem && error.status === 401);
  if (isSessionOver || error instanceof Cancelled) return { toast: null, shouldLeaveForm: false };
  const destructive = (title: string, message?: string): Toast => ({ kind: 'destructive', title, ...(message && { message }) });
  if (!(error instanceof HttpProblem)) return { toast: destructive(MESSAGES.exceptionTitle, MESSAGES.unknown), shouldLeaveForm: false };
  const { status, problem } = error;
  if (status < 400 || status >= 500) return { toast: destructive(MESSAGES.failed), shouldLeaveForm: true };
  const reasons =
    Object.values(problem.errors ?? {})
      .flat()
      .join(', ') || problem.detail;
  const toast = problem.title ? destructive(problem.title, reasons) : destructive(MESSAGES.exceptionTitle, reasons || MESSAGES.exception);
  return { toast, shouldLeaveForm: false };
}

/** Sends the form: with the public endpoint, or as the signed-in user (API-44, API-48). */
function sendRegistration(fields: RegistrationFields, place: RegistrationPlace, attempt: Attempt) {
  const { confirmEmail, stateId, ...texts } = fields;
  // The form's validation has already required a state.
  const body = { ...texts, stateId: stateId ?? 0 };
  if (place === 'public') return api.call(register, { body: { ...body, confirmEmail } }, { attempt });
  return api.call(requestMembership, { body }, { attempt });
}
