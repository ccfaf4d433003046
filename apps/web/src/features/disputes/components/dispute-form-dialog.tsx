import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { InvoiceReview } from '@yardage/contract/disputes';
import { DISPUTE_REASONS, type DisputeReason, MAX_DISPUTE_NOTE_LENGTH } from '@yardage/domain/disputes';
import { DISPUTE_REASON_NAMES } from '@yardage/domain/disputes.messages';
import { formatQuantity } from '@yardage/domain/quantities';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { FilesField, UploadProgress } from '#web/patterns/files-field/files-field.tsx';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import layout from '#web/patterns/person-form/person-form.module.css';
import { reviewQuery } from '../disputes.api.ts';
import { DISPUTES_MESSAGES as MESSAGES } from '../disputes.messages.ts';
import { useDisputeForm } from './use-dispute-form.ts';

interface DisputeFormDialogProps {
  documentNumber: string;
  /** The disputed line as the address names it; empty while the dialog is closed. */
  place: string;
  onClose: () => void;
}

/** Dialog to dispute a line or the whole invoice (APY-03). */
export function DisputeFormDialog({ documentNumber, place, onClose }: DisputeFormDialogProps) {
  const isOpen = documentNumber !== '' && place !== '';
  const shown = { documentNumber: useLast(documentNumber || undefined) ?? '', place: useLast(place || undefined) ?? '' };
  const query = useQuery({ ...reviewQuery(useCustomer(), shown.documentNumber), enabled: isOpen });
  return (
    <FormDialog isInAddress isOpen={isOpen} onClose={onClose} title={MESSAGES.formTitle(shown.documentNumber)}>
      {({ finish, leave }) => (
        <DetailState query={query} shape={[5]}>
          {(review) => (
            <DisputeForm
              key={`${shown.documentNumber} ${shown.place}`}
              review={review}
              place={shown.place}
              onCancel={leave}
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
    <form
      ref={element}
      noValidate
      aria-label={MESSAGES.formTitle(review.documentNumber)}
      onSubmit={(event) => {
        event.preventDefault();
        state.submit();
      }}
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
      {state.formError ? <Notice kind="failure" title={state.formError} /> : null}
      {isBusy ? <UploadProgress share={state.share} /> : null}
      <div className={layout.actions}>
        <Button type="button" variant="default" disabled={isBusy} onClick={onCancel}>
          {MESSAGES.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {MESSAGES.send}
        </Button>
      </div>
    </form>
  );
}
