import { useForm } from '@mantine/form';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { TicketRow } from '@yardage/contract/tickets';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { useFormBackup, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { useSender, useSentValues } from '#web/patterns/send-mail/mail-fields.tsx';
import { addCc, showCcFault } from '#web/patterns/send-mail/mail-rules.ts';
import { SEND_MAIL_MESSAGES } from '#web/patterns/send-mail/send-mail.messages.ts';
import { mailTickets, type TicketsMail } from './tickets.api.ts';
import { TICKETS_MAIL_MESSAGES as MESSAGES } from './tickets.messages.ts';
import {
  attachmentChoices,
  checkTicketsMail,
  EMPTY_DRAFT,
  hasInput,
  missingOf,
  offeredAttachments,
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
  const sent = useSentValues(form);
  const to = form.values.email ?? sender;
  const canAttachInvoices = useHoldsAny([PERMISSIONS.INVOICES_VIEW_PDF]);
  // The permission may be withdrawn after the choice.
  const attachments = offeredAttachments(form.values.attachments, canAttachInvoices);
  const sending = useWrite({
    write: (body: TicketsMail, attempt) => mailTickets(customer, body, attempt),
    meta: { failureText: MESSAGES.failed, prefersServerMessage: true, noResponseText: SEND_MAIL_MESSAGES.unknown, isForm: true },
    onSuccess: (_answer, { email }) => toasts.show({ kind: 'success', title: MESSAGES.mailed(email) }),
    onDone: () => {
      if (!sent.areShown()) return;
      form.reset();
      onDone();
    },
    onFailed: (error) => {
      if (error instanceof HttpProblem && error.status === 400) form.setErrors(ticketsMailErrorsOf(error.problem));
    },
  });

  useUnsavedInput({ isChanged: hasInput({ ...form.values, attachments }, sender), isSending: sending.isPending });

  const addCopies = (typed: string): string[] | null => {
    const { ccEmails, rest, fault } = addCc(form.values.ccEmails, typed, sender);
    form.setValues({ ccEmails, ccText: rest });
    if (fault) showCcFault(fault);
    return fault ? null : ccEmails;
  };

  const submit = (): void => {
    if (sending.isPending) return;
    const { ccText, message } = form.values;
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
    sent.note();
    sending.mutate(body);
  };

  const choices = attachmentChoices(canAttachInvoices);
  return {
    tickets,
    from,
    form,
    errors: form.errors as TicketsMailErrors,
    to,
    attachments,
    choices,
    isSending: sending.isPending,
    addCopies,
    submit,
  };
}
