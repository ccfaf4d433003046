import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { SignOff } from '@yardage/contract/sign-offs';
import type { TicketDetail } from '@yardage/contract/tickets';
import { REJECT_REASON_NAMES } from '@yardage/domain/names.messages';
import { ORDER_TYPE } from '@yardage/domain/orders';
import {
  MAX_RECEIVER_LENGTH,
  MAX_SIGN_OFF_NOTES_LENGTH,
  MEASURE_NAMES,
  REJECT_REASONS,
  type SignOffFields,
  signOffFaults,
} from '@yardage/domain/sign-offs';
import { createContext, type ReactNode, useContext, useId, useRef, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { HttpProblem, NetworkFailure } from '#web/lib/http/http-errors.ts';
import { createAttempt } from '#web/lib/http/request-parts.ts';
import { isOffline } from '#web/lib/offline/connection.ts';
import { useFormBackup, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { keepSignOff, refreshSigned, type SignOffEntry, sendSignOff } from '../../sign-offs.api.ts';
import { SIGN_OFFS_MESSAGES as MESSAGES } from '../../sign-offs.messages.ts';
import { PhotosField } from './photos-field.tsx';
import classes from './sign-off.module.css';
import { SignatureField } from './signature-field.tsx';

const FIELDS = ['rejectReason', 'receivedBy', ...MEASURE_NAMES, 'notes', 'signature', 'photos'] as const;

interface SignOffFormProps {
  ticket: TicketDetail;
  /** The entry that is corrected. */
  corrects: SignOff | null;
  /** The entry of somebody else that counts meanwhile. */
  overtakenBy: SignOff | undefined;
  /** Makes this a correction of that entry. */
  onCorrect: (entry: SignOff) => void;
  /** The initial name of the receiver: the user's own. */
  receiver: string;
  onDone: () => void;
  onCancel?: (() => void) | undefined;
}

/** The form to sign for a load or to reject it, for one hand on a phone (SGN-01). */
export function SignOffForm({ ticket, corrects, overtakenBy, onCorrect, receiver, onDone, onCancel }: SignOffFormProps) {
  const state = useSignOffForm(ticket, corrects, receiver, onDone);
  const { element, form, isBusy, isReading, isSent, progress, formError } = state;
  // The ticket is read again before the form closes. That entry is the user's own.
  const other = isBusy || isSent ? undefined : overtakenBy;
  const overtaken = useRef<HTMLDivElement>(null);
  const { isRejected } = form.values;
  const who = isRejected ? MESSAGES.rejectedBy : MESSAGES.receivedBy;
  return (
    <form
      ref={element}
      noValidate
      data-offline-ok
      className={classes.form}
      aria-label={MESSAGES.form}
      onSubmit={(event) => {
        event.preventDefault();
        // The server would refuse it. The notice may be out of sight.
        if (other) showOvertaken(overtaken.current);
        else state.submit();
      }}
    >
      {other ? (
        <div ref={overtaken} tabIndex={-1}>
          <Notice
            kind="info"
            title={state.isTried ? MESSAGES.signedAlready : MESSAGES.overtaken}
            action={
              <Button type="button" variant="default" onClick={() => onCorrect(other)}>
                {MESSAGES.makeCorrection}
              </Button>
            }
          />
        </div>
      ) : null}
      {corrects && !other ? <Notice kind="info" title={MESSAGES.correcting} /> : null}
      <Choices legend={MESSAGES.outcome}>
        <Choice label={MESSAGES.received} isChosen={!isRejected} onChoose={() => form.setFieldValue('isRejected', false)} />
        <Choice label={MESSAGES.rejected} isChosen={isRejected} onChoose={() => form.setFieldValue('isRejected', true)} />
      </Choices>
      {isRejected ? (
        <Choices legend={MESSAGES.reason} error={form.errors.rejectReason} isMany>
          {REJECT_REASONS.map((reason) => (
            <Choice
              key={reason}
              label={REJECT_REASON_NAMES[reason]}
              isChosen={form.values.rejectReason === reason}
              isInvalid={form.errors.rejectReason !== undefined}
              onChoose={() => form.setFieldValue('rejectReason', reason)}
            />
          ))}
        </Choices>
      ) : null}
      <TextInput
        label={who}
        required
        withAsterisk={false}
        autoComplete="name"
        size="md"
        maxLength={MAX_RECEIVER_LENGTH}
        {...form.getInputProps('receivedBy')}
      />
      {ticket.orderType === ORDER_TYPE.concrete ? (
        <fieldset className={classes.group}>
          <legend className={classes.hint}>{MESSAGES.measured}</legend>
          <div className={classes.measures}>
            {MEASURE_NAMES.map((name) => (
              <TextInput
                key={name}
                label={MESSAGES[name]}
                inputMode="decimal"
                autoComplete="off"
                size="md"
                rightSection={<span className={classes.hint}>{MESSAGES.units[name]}</span>}
                rightSectionPointerEvents="none"
                {...form.getInputProps(name)}
              />
            ))}
          </div>
        </fieldset>
      ) : null}
      <Textarea label={MESSAGES.notes} rows={3} size="md" maxLength={MAX_SIGN_OFF_NOTES_LENGTH} {...form.getInputProps('notes')} />
      <PhotosField
        photos={state.photos}
        onChange={state.setPhotos}
        isDisabled={isBusy}
        isReading={isReading}
        onReading={state.setIsReading}
        error={state.errorOf('photos')}
      />
      <SignatureField
        value={state.signature}
        onChange={state.setSignature}
        name={form.values.receivedBy}
        isRequired={!isRejected}
        isDisabled={isBusy}
        error={state.errorOf('signature')}
      />
      {formError ? <Notice kind="failure" title={formError} /> : null}
      <div className={classes.footer}>
        <SendingStatus isBusy={isBusy} isReading={isReading} progress={progress} />
        <Button
          type="submit"
          size="lg"
          fullWidth
          loading={isBusy || isReading}
          leftSection={<Icon name={isRejected ? 'close' : 'check'} />}
        >
          {isRejected ? MESSAGES.sendRejection : MESSAGES.send}
        </Button>
        {onCancel ? (
          <Button type="button" variant="default" size="lg" fullWidth disabled={isBusy} onClick={onCancel}>
            {MESSAGES.cancelCorrection}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** Always there, because screen readers do not announce a status that appears together with its text. Nor do they need each percent. */
function SendingStatus({ isBusy, isReading, progress }: { isBusy: boolean; isReading: boolean; progress: number }) {
  return (
    <p className={isBusy || isReading ? classes.status : classes.silent} role="status" aria-live={isBusy ? 'off' : 'polite'}>
      {isBusy ? MESSAGES.sending(Math.round(progress * 100)) : isReading ? MESSAGES.preparingPhotos : null}
    </p>
  );
}

/** Scrolls to the notice and focuses it: screen readers read what has the focus, and do not notice scrolling. */
function showOvertaken(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'center' });
  notice?.focus({ preventScroll: true });
}

/** Radio buttons belong together by their name: the arrow keys move between them, and screen readers count them. */
const GroupName = createContext<string | undefined>(undefined);

function Choices({ legend, error, isMany, children }: { legend: string; error?: ReactNode; isMany?: boolean; children: ReactNode }) {
  const errorId = useId();
  const groupName = useId();
  return (
    <fieldset className={classes.group} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.hint}>{legend}</legend>
      <div className={classes.choices} data-many={isMany || undefined}>
        <GroupName value={groupName}>{children}</GroupName>
      </div>
      {error ? (
        <p className={classes.fault} id={errorId} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  isChosen: boolean;
  isInvalid?: boolean;
  onChoose: () => void;
}

function Choice({ label, isChosen, isInvalid = false, onChoose }: ChoiceProps) {
  return (
    <label className={classes.choice}>
      <input type="radio" name={useContext(GroupName)} checked={isChosen} aria-invalid={isInvalid || undefined} onChange={onChoose} />
      {isChosen ? <Icon name="check" size={16} /> : null}
      {label}
    </label>
  );
}

/** What the form starts with: empty, or the entry that is corrected. */
function startOf(corrects: SignOff | null, receiver: string): SignOffFields {
  const measure = (value: number | null | undefined): string => (value == null ? '' : String(value));
  return {
    isRejected: corrects?.isRejected ?? false,
    rejectReason: corrects?.rejectReason ?? null,
    receivedBy: corrects?.receivedBy ?? receiver,
    waterGallons: measure(corrects?.waterGallons),
    slumpInches: measure(corrects?.slumpInches),
    airPercent: measure(corrects?.airPercent),
    temperatureF: measure(corrects?.temperatureF),
    notes: corrects?.notes ?? '',
  };
}

function useSignOffForm(ticket: TicketDetail, corrects: SignOff | null, receiver: string, onDone: () => void) {
  const element = useRef<HTMLFormElement>(null);
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const form = useForm<SignOffFields>({ initialValues: startOf(corrects, receiver) });
  useFormBackup(`sign-off ${ticket.id}`, form);
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const [signature, setSignature] = useState<string | null>(null);
  const [progress, setProgress] = useState(0);
  const [isReading, setIsReading] = useState(false);
  // The same content is one entry, however often it is sent. What was changed after an unclear answer is another one, which the server
  // refuses if the first one had arrived.
  const [attempt] = useState(createAttempt);

  const sending = useWrite({
    write: async (entry: SignOffEntry): Promise<'sent' | 'kept'> => {
      setProgress(0);
      try {
        if (isOffline()) throw new NetworkFailure('There is no connection.');
        await sendSignOff(customer, entry, setProgress);
        return 'sent';
      } catch (error) {
        // Without an answer it may have arrived. The same key makes it one entry when it is sent again.
        if (!(error instanceof NetworkFailure)) throw error;
        await keepSignOff(customer, ticket.ticketNumber, entry);
        return 'kept';
      }
    },
    meta: { failureText: MESSAGES.failed, prefersServerMessage: true, noResponseText: MESSAGES.unknown, isForm: true },
    onSuccess: async (outcome, { fields }) => {
      if (outcome === 'kept') {
        toasts.show({ kind: 'info', title: MESSAGES.kept, message: MESSAGES.keptText });
        return;
      }
      toasts.show({ kind: 'success', title: fields.isRejected ? MESSAGES.rejectedToast : MESSAGES.signed });
      await refreshSigned(queryClient);
    },
    onDone,
    onFailed: (error) => {
      // The entry that the server has already becomes the one to correct.
      if (error instanceof HttpProblem && error.status === 409) void refreshSigned(queryClient);
      if (!isFieldRefusal(error)) return;
      form.setErrors(placeErrors(error.problem, FIELDS));
      focusFirstFault(element.current);
    },
  });
  const isBusy = sending.isPending;
  const isChanged = form.isDirty() || photos.length > 0 || isReading || signature !== null;
  useUnsavedInput({ isChanged: isChanged && !sending.isSuccess, isSending: isBusy, recordParam: 'ticket' });

  const submit = (): void => {
    if (isBusy || isReading) return;
    const faults = signOffFaults(form.values, signature !== null);
    form.setErrors(faults);
    if (Object.keys(faults).length > 0) focusFirstFault(element.current);
    else {
      const correctsId = corrects?.id ?? null;
      const files = photos.map(({ name, size, lastModified }) => [name, size, lastModified]);
      sending.mutate({
        clientKey: attempt.keyOf(JSON.stringify([correctsId, form.values, signature, files])),
        ticketId: ticket.id,
        correctsId,
        signedAt: new Date().toISOString(),
        fields: form.values,
        signature,
        photos,
      });
    }
  };
  const errors = form.errors as Record<string, ReactNode>;
  const errorOf = (name: 'signature' | 'photos'): string | null => (errors[name] ? String(errors[name]) : null);
  const sign = (picture: string | null): void => {
    setSignature(picture);
    form.clearFieldError('signature');
  };
  return {
    element,
    form,
    photos,
    setPhotos,
    signature,
    setSignature: sign,
    progress,
    submit,
    isBusy,
    isReading,
    setIsReading,
    isSent: sending.isSuccess,
    isTried: sending.isError,
    errorOf,
    formError: errors.form as string | undefined,
  };
}
