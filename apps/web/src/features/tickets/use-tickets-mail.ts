import { useForm } from '@mantine/form';
import type { TicketRow } from '@yardage/contract/tickets';
import { useRef } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { useFormBackup, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { useSender } from '#web/patterns/send-mail/mail-fields.tsx';
import { addCc, showCcFault } from '#web/patterns/send-mail/mail-rules.ts';
import { SEND_MAIL_MESSAGES } from '#web/patterns/send-mail/send-mail.messages.ts';
import { mailTickets, type TicketsMail } from './tickets.api.ts';
import { TICKETS_MAIL_MESSAGES as MESSAGES } from './tickets.messages.ts';
import {
  checkTicketsMail,
  EMPTY_DRAFT,
  hasInput,
  missingOf,
  readBcc,
  refusalOf,
  type TicketsDraft,
  type TicketsMailErrors,
  ticketsMailErrorsOf,
} from './tickets-mail-rules.ts';

/**
 * State, validation and sending of the 'Send Email' popover. Held outside of the popover, because nothing in a closed popover runs: what is
 * typed would not be guarded, and the answer to a mail that was sent before closing would be lost. It also outlives a change between the
 * popover and the version for phones.
 */
export function useTicketsMail(tickets: readonly TicketRow[], onDone: () => void) {
  const customer = useCustomer();
  const from = useSender();
  const sender = from.email;
  const form = useForm<TicketsDraft>({ initialValues: EMPTY_DRAFT });
  useFormBackup('tickets-mail', form);
  const to = form.values.email ?? sender;
  const sent = useRef('');
  const sending = useWrite({
    write: (body: TicketsMail, attempt) => mailTickets(customer, body, attempt),
    meta: { failureText: MESSAGES.failed, prefersServerMessage: true, noResponseText: SEND_MAIL_MESSAGES.unknown, isForm: true },
    onSuccess: (_answer, { email }) => toasts.show({ kind: 'success', title: MESSAGES.mailed(email) }),
    onDone: () => {
      // The form may be in use for the next mail, if it was closed and opened again while this one was sent.
      if (JSON.stringify(form.getValues()) !== sent.current) return;
      form.reset();
      onDone();
    },
    onFailed: (error) => {
      if (error instanceof HttpProblem && error.status === 400) form.setErrors(ticketsMailErrorsOf(error.problem));
    },
  });

  useUnsavedInput({ isChanged: hasInput(form.values, sender), isSending: sending.isPending });

  const addCopies = (typed: string): string[] | null => {
    const { ccEmails, rest, fault } = addCc(form.values.ccEmails, typed, sender);
    form.setValues({ ccEmails, ccText: rest });
    if (fault) showCcFault(fault);
    return fault ? null : ccEmails;
  };

  const submit = (): void => {
    if (sending.isPending) return;
    const { ccText, attachments, message } = form.values;
    const refusal = refusalOf(tickets, attachments) ?? missingOf({ email: to, message });
    if (refusal) toasts.show({ kind: 'destructive', title: refusal[0], message: refusal[1] });
    // Include an address that was typed but not added yet. An invalid one stops the sending (MAIL-08).
    const ccEmails = addCopies(ccText);
    const { bccEmails, invalid } = readBcc(form.values.bccEmails);
    const body: TicketsMail = {
      email: to.trim(),
      ccEmails: ccEmails ?? form.values.ccEmails,
      bccEmails,
      message: message.trim(),
      ticketIds: tickets.map(({ id }) => id),
      attachments,
      attachmentMode: 'merge',
    };
    const faults: TicketsMailErrors = { ...checkTicketsMail(body), ...(invalid && { bccEmails: MESSAGES.bccInvalid(invalid) }) };
    // The toast already reports the problem with the tickets.
    if (refusal) delete faults.form;
    form.setErrors(faults);
    if (!ccEmails || refusal || Object.keys(faults).length > 0) return;
    sent.current = JSON.stringify(form.getValues());
    sending.mutate(body);
  };

  return { tickets, from, form, errors: form.errors as TicketsMailErrors, to, isSending: sending.isPending, addCopies, submit };
}
