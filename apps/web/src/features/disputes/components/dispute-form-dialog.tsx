import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { InvoiceReview } from '@yardage/contract/disputes';
import {
  DISPUTE_REASONS,
  type DisputeReason,
  disputeFaults,
  disputeFileFault,
  MAX_DISPUTE_FILES,
  MAX_DISPUTE_NOTE_LENGTH,
  mostDisputable,
  quantityWorth,
  readAmount,
  tooManyDisputeFiles,
} from '@yardage/domain/disputes';
import { DISPUTE_REASON_NAMES } from '@yardage/domain/disputes.messages';
import { formatQuantity, readNumber } from '@yardage/domain/quantities';
import { useRef, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormBackup, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLastOf } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { FilesField, UploadProgress, useFiles } from '#web/patterns/files-field/files-field.tsx';
import { DialogForm, FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { Notice } from '#web/patterns/notice.tsx';
import layout from '#web/patterns/person-form/person-form.module.css';
import { disputableOf, money, placeOf, suggestionFor, type Typed } from '../dispute-suggestion.ts';
import { DISPUTE_READS, type NewDispute, reviewQuery, sendDispute } from '../disputes.api.ts';
import { DISPUTES_MESSAGES as MESSAGES } from '../disputes.messages.ts';

interface DisputeFormDialogProps {
  documentNumber: string;
  /** The disputed line as the address names it; empty while the dialog is closed. */
  place: string;
  onClose: () => void;
}

/** Dialog to dispute a line or the whole invoice (APY-03). */
export function DisputeFormDialog({ documentNumber, place, onClose }: DisputeFormDialogProps) {
  const isOpen = documentNumber !== '' && place !== '';
  const shown = useLastOf(isOpen ? { documentNumber, place } : undefined) ?? { documentNumber: '', place: '' };
  const query = useQuery({ ...reviewQuery(useCustomer(), shown.documentNumber), enabled: isOpen });
  return (
    <FormDialog isInUrl isOpen={isOpen} onClose={onClose} title={MESSAGES.formTitle(shown.documentNumber)}>
      {({ finish, close }) => (
        <DetailState query={query} skeletonLines={[5]}>
          {(review) => (
            <DisputeForm
              key={`${shown.documentNumber} ${shown.place}`}
              review={review}
              place={shown.place}
              onCancel={close}
              onDone={finish}
            />
          )}
        </DetailState>
      )}
    </FormDialog>
  );
}

interface DisputeFormProps {
  review: InvoiceReview;
  place: string;
  onDone: () => void;
  onCancel: () => void;
}

function DisputeForm({ review, place, onDone, onCancel }: DisputeFormProps) {
  const state = useDisputeForm(review, place, onDone);
  const { element, form, files, line, isBusy, mostCents } = state;
  useUnsavedInput({ isChanged: form.isDirty() || files.files.length > 0, isSending: isBusy });
  if (place !== 'invoice' && !line) return <Notice kind="failure" title={MESSAGES.gone} />;
  return (
    <DialogForm
      ref={element}
      label={MESSAGES.formTitle(review.documentNumber)}
      onSubmit={state.submit}
      onCancel={onCancel}
      error={state.formError}
      isBusy={isBusy}
      submitText={MESSAGES.send}
    >
      <div className={layout.fields}>
        <p>
          {line
            ? MESSAGES.ofLine(line.ticketNumber, line.productNumber, line.description)
            : `${MESSAGES.wholeInvoice} · ${formatCurrency(review.salesAmount + review.taxAmount)}`}
        </p>
        <NativeSelect
          label={MESSAGES.reason}
          required
          withAsterisk={false}
          value={form.values.reason ?? ''}
          error={form.errors.reason}
          onChange={(event) => state.chooseReason((event.currentTarget.value || null) as DisputeReason | null)}
        >
          <option value="">{MESSAGES.chooseReason}</option>
          {DISPUTE_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {DISPUTE_REASON_NAMES[reason]}
            </option>
          ))}
        </NativeSelect>
        {line && form.values.reason !== 'tax' ? (
          <TextInput
            data-width="half"
            label={MESSAGES.quantity(line.unitOfMeasure)}
            description={MESSAGES.quantityHint(formatQuantity(line.quantity, line.unitOfMeasure))}
            inputMode="decimal"
            value={form.values.quantity}
            error={form.errors.quantity}
            onChange={(event) => state.typeQuantity(event.currentTarget.value)}
          />
        ) : null}
        <TextInput
          data-width="half"
          label={MESSAGES.amount}
          description={MESSAGES.amountHint(formatCurrency(mostCents / 100))}
          inputMode="decimal"
          required
          withAsterisk={false}
          {...form.getInputProps('amount')}
        />
        <Textarea
          label={MESSAGES.note}
          rows={4}
          maxLength={MAX_DISPUTE_NOTE_LENGTH}
          required
          withAsterisk={false}
          {...form.getInputProps('note')}
        />
        <FilesField label={MESSAGES.files} hint={MESSAGES.filesHint} state={files} isDisabled={isBusy} />
      </div>
      {isBusy ? <UploadProgress progress={state.progress} /> : null}
    </DialogForm>
  );
}

const FIELDS = ['reason', 'quantity', 'amount', 'note', 'files'] as const;

/** The dispute form's state: fields, files and upload progress (APY-03). */
function useDisputeForm(review: InvoiceReview, place: string, onDone: () => void) {
  const element = useRef<HTMLFormElement>(null);
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const line = review.lines.find(({ ticketId, lineNumber }) => placeOf(ticketId, lineNumber) === place);
  const disputable = disputableOf(review, line);
  // The first suggestion stays: a change of the invoice meanwhile must not overwrite what was typed.
  const [initialValues] = useState(() => suggestionFor(review, place, disputable));
  const form = useForm<Typed>({ initialValues });
  useFormBackup(`dispute ${review.documentNumber} ${place}`, form);
  const files = useFiles({ maxCount: MAX_DISPUTE_FILES, faultOf: disputeFileFault, tooMany: tooManyDisputeFiles });
  const [progress, setProgress] = useState(0);
  const { reason } = form.values;
  const mostCents = mostDisputable(reason ?? 'other', disputable);

  const sending = useWrite({
    write: (dispute: NewDispute, attempt) => {
      setProgress(0);
      return sendDispute(customer, dispute, { files: files.files, onProgress: setProgress }, attempt);
    },
    meta: { failureText: MESSAGES.sendFailed, prefersServerMessage: true, noResponseText: MESSAGES.unknown, isForm: true },
    onSuccess: () => void toasts.show({ kind: 'success', title: MESSAGES.sent }),
    onSettled: () => Promise.all(DISPUTE_READS.map((id) => queryClient.invalidateQueries({ queryKey: [id] }))),
    onDone,
    onFailed: (error) => {
      if (!isFieldRefusal(error)) return;
      const { files: fault, ...faults } = placeErrors(error.problem, FIELDS);
      form.setErrors(faults);
      files.setFault(fault ?? null);
      focusFirstFault(element.current);
    },
  });

  /** A typed quantity sets the amount that it is worth; the amount can be changed afterwards. */
  const typeQuantity = (quantity: string): void => {
    const value = readNumber(quantity);
    form.setFieldValue('quantity', quantity);
    if (value !== null && value > 0) form.setFieldValue('amount', money(quantityWorth(value, disputable)));
  };
  /** The reason `tax` sets the amount to the tax; choosing another reason after it restores the first amount. */
  const chooseReason = (chosen: DisputeReason | null): void => {
    form.setFieldValue('reason', chosen);
    if (chosen === 'tax') form.setValues({ quantity: '', amount: money(disputable.taxCents) });
    else if (reason === 'tax') form.setFieldValue('amount', initialValues.amount);
  };
  const submit = (): void => {
    if (sending.isPending) return;
    const { note } = form.values;
    const [quantity, amount] = [readNumber(form.values.quantity), readAmount(form.values.amount)];
    const faults = disputeFaults({ reason, quantity, amount, note }, disputable.quantity, mostCents);
    form.setErrors(faults);
    if (Object.keys(faults).length > 0 || reason === null) focusFirstFault(element.current);
    else {
      const { ticketId = null, lineNumber = null } = line ?? {};
      sending.mutate({ documentNumber: review.documentNumber, ticketId, lineNumber, reason, quantity, amount, note: note.trim() });
    }
  };
  const formError = (form.errors as { form?: string }).form;
  return { element, form, files, line, mostCents, progress, formError, typeQuantity, chooseReason, submit, isBusy: sending.isPending };
}
