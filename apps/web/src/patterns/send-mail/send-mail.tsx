import { Button, Popover, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { useFormBackup, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { LAYERS, useOverlay } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { useNeedsConnection } from '#web/patterns/needs-connection.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { CcField, SenderMissing, useSender, useSentValues } from './mail-fields.tsx';
import { addCc, checkMail, errorsOf, type MailBody, type MailErrors, type MailOfArea, mailFailure, showCcFault } from './mail-rules.ts';
import { SEND_MAIL_MESSAGES } from './send-mail.messages.ts';
import classes from './send-mail.module.css';

interface SendMailProps {
  mail: MailOfArea;
  /** Names the document, so that what was typed for it is put into no other document's form. */
  name: string;
}

/** The Send Mail button with its form. Closing the form keeps what is typed. */
export function SendMail({ mail, name }: SendMailProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  const form = useMailForm(mail, name, close);
  const connection = useNeedsConnection();
  useOverlay({ layer: 'popover', isOpen, onClose: close, isInUrl: false });
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width="min(420px, calc(100vw - 16px))"
      zIndex={LAYERS.popover}
      closeOnEscape={false}
      trapFocus
      returnFocus
      keepMounted
      // Rendered inside the dialog, because of its focus trap and scroll lock.
      withinPortal={false}
      transitionProps={{ duration: 100 }}
    >
      <Popover.Target>
        <Button
          className={classes.open}
          leftSection={<Icon name="mail" size={16} />}
          onClick={() => setIsOpen(!isOpen)}
          {...(isOpen ? null : connection)}
        >
          {SEND_MAIL_MESSAGES.open}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.popover}>
        <MailForm {...form} onCancel={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

const EMPTY = { ccEmails: [] as string[], ccText: '', message: '' };

/**
 * State, validation and sending of the form. Held outside of the popover, because nothing in a closed popover runs: what is typed would not
 * be guarded, and a mail that was sent after closing would stay in the form.
 */
function useMailForm(mail: MailOfArea, name: string, onDone: () => void) {
  const sender = useSender();
  const { email } = sender;
  const form = useForm({ initialValues: EMPTY });
  useFormBackup(`mail ${name}`, form);
  const sent = useSentValues(form);
  const sending = useWrite({
    write: (body: MailBody, attempt) => mail.send(body, attempt),
    meta: mailFailure(mail),
    onSuccess: ({ message }) => toasts.show({ kind: 'success', title: mail.sentText(email, message) }),
    onDone: () => {
      if (!sent.areShown()) return;
      form.reset();
      onDone();
    },
    onFailed: (error) => {
      if (error instanceof HttpProblem && error.status === 400) form.setErrors(errorsOf(error.problem));
    },
  });

  useUnsavedInput({ isChanged: form.isDirty(), isSending: sending.isPending });

  const add = (typed: string): string[] | null => {
    const { ccEmails, rest, fault } = addCc(form.values.ccEmails, typed, email);
    form.setValues({ ccEmails, ccText: rest });
    if (fault) showCcFault(fault);
    return fault ? null : ccEmails;
  };

  const submit = (): void => {
    if (sending.isPending) return;
    const { message, ccText } = form.values;
    // Text that was typed but not added yet is validated and added too (MAIL-08).
    const ccEmails = add(ccText);
    const faults = checkMail({ email, message, ccEmails: ccEmails ?? form.values.ccEmails });
    form.setErrors(faults);
    if (!ccEmails || Object.keys(faults).length > 0) return;
    sent.note();
    sending.mutate({ email, message: message.trim(), ccEmails });
  };

  return { sender, form, isSending: sending.isPending, add, submit };
}

/** The form that mails a document, used by all areas (MAIL-01 to MAIL-10). */
function MailForm({ sender, form, isSending, add, submit, onCancel }: ReturnType<typeof useMailForm> & { onCancel: () => void }) {
  const { email } = sender;
  const errors = form.errors as MailErrors;
  return (
    <form
      className={classes.form}
      noValidate
      aria-label={SEND_MAIL_MESSAGES.open}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SenderMissing {...sender} />
      <TextInput label={SEND_MAIL_MESSAGES.to} type="email" value={email} error={errors.email} readOnly required withAsterisk={false} />
      <CcField
        emails={form.values.ccEmails}
        text={form.values.ccText}
        error={errors.ccEmails}
        onType={(ccText) => form.setFieldValue('ccText', ccText)}
        onAdd={add}
        onRemove={(gone) => form.setFieldValue('ccEmails', (emails) => emails.filter((one) => one !== gone))}
      />
      <Textarea
        label={SEND_MAIL_MESSAGES.message}
        description={SEND_MAIL_MESSAGES.messageHint}
        rows={4}
        required
        withAsterisk={false}
        {...form.getInputProps('message')}
      />
      {errors.form ? <Notice kind="failure" title={errors.form} /> : null}
      <div className={classes.actions}>
        <Button type="button" variant="default" onClick={onCancel}>
          {SEND_MAIL_MESSAGES.cancel}
        </Button>
        <Button type="submit" loading={isSending}>
          {SEND_MAIL_MESSAGES.send}
        </Button>
      </div>
    </form>
  );
}
