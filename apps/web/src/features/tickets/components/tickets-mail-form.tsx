import { Button, Modal, type ModalRootProps, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { MAX_MAILED_TICKETS } from '@yardage/contract/tickets';
import { Notice } from '#web/patterns/notice.tsx';
import { CcField, SenderMissing } from '#web/patterns/send-mail/mail-fields.tsx';
import { TICKETS_MAIL_MESSAGES as MESSAGES } from '../tickets.messages.ts';
import { tooManyText, withoutInvoiceText } from '../tickets-mail-rules.ts';
import type { useTicketsMail } from '../use-tickets-mail.ts';
import classes from './tickets-mail.module.css';

type TicketsMailFormProps = ReturnType<typeof useTicketsMail> & { onCancel: () => void };

/** The form over the whole screen, for phones. */
export function TicketsMailSheet({ form, ...modal }: ModalRootProps & { form: TicketsMailFormProps }) {
  return (
    <Modal.Root fullScreen {...modal}>
      <Modal.Content aria-label={MESSAGES.open}>
        <Modal.Body>
          <TicketsMailForm {...form} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Form that mails the selected tickets, their invoices or both as one PDF (TKT-20 to TKT-24, TKT-26). */
export function TicketsMailForm({ tickets, from, form, errors, to, attachments, choices, isSending, ...props }: TicketsMailFormProps) {
  const { addCopies, submit, onCancel } = props;
  const { ccEmails, ccText, bccEmails, message } = form.values;
  const withoutInvoice = withoutInvoiceText(tickets, attachments);
  return (
    <form
      className={classes.form}
      noValidate
      aria-label={MESSAGES.open}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes.head}>
        <h2 className={classes.title}>{MESSAGES.open}</h2>
        <span className={classes.count}>{MESSAGES.selected(tickets.length)}</span>
      </div>
      {tickets.length > MAX_MAILED_TICKETS ? <Notice kind="failure" title={tooManyText(tickets.length)} /> : null}
      <SenderMissing {...from} />
      <TextInput label={MESSAGES.from} value={from.email} readOnly />
      <TextInput
        label={MESSAGES.to}
        type="email"
        inputMode="email"
        autoComplete="email"
        value={to}
        error={errors.email}
        required
        withAsterisk={false}
        data-autofocus
        onChange={(event) => form.setFieldValue('email', event.currentTarget.value)}
      />
      <CcField
        emails={ccEmails}
        text={ccText}
        error={errors.ccEmails}
        onType={(text) => form.setFieldValue('ccText', text)}
        onAdd={addCopies}
        onRemove={(gone) => form.setFieldValue('ccEmails', (emails) => emails.filter((one) => one !== gone))}
      />
      <TextInput
        label={MESSAGES.bcc}
        description={MESSAGES.bccHint}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={bccEmails}
        error={errors.bccEmails}
        onChange={(event) => form.setFieldValue('bccEmails', event.currentTarget.value)}
      />
      <div className={classes.pair}>
        <NativeSelect
          label={MESSAGES.attachments}
          value={attachments}
          data={choices.map((value) => ({ value, label: MESSAGES.attachmentNames[value] }))}
          onChange={(event) => form.setFieldValue('attachments', event.currentTarget.value as typeof attachments)}
        />
        <NativeSelect label={MESSAGES.attachmentMode} data={[{ value: 'merge', label: MESSAGES.merge }]} />
      </div>
      {withoutInvoice ? (
        <Notice kind="info" title={withoutInvoice}>
          {attachments === 'both' ? MESSAGES.withoutInvoiceBoth : MESSAGES.withoutInvoiceOnly}
        </Notice>
      ) : null}
      <Textarea
        label={MESSAGES.message}
        rows={3}
        value={message}
        error={errors.message}
        required
        withAsterisk={false}
        onChange={(event) => form.setFieldValue('message', event.currentTarget.value)}
      />
      {errors.form ? <Notice kind="failure" title={errors.form} /> : null}
      <div className={classes.actions}>
        <Button type="button" variant="default" onClick={onCancel}>
          {MESSAGES.cancel}
        </Button>
        <Button type="submit" loading={isSending}>
          {MESSAGES.send}
        </Button>
      </div>
    </form>
  );
}
