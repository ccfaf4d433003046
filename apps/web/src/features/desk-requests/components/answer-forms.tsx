import { Button, NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { DeskRequestDetail } from '@yardage/contract/desk-requests';
import { MAX_REQUEST_NOTE } from '@yardage/contract/order-requests';
import { readNumber } from '@yardage/domain/quantities';
import { numberFault } from '@yardage/domain/request-rules';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { discardFirst, useOverlayScope, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { Card } from '#web/patterns/card.tsx';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import layout from '#web/patterns/layout.module.css';
import { Notice } from '#web/patterns/notice.tsx';
import { ORDER_REQUEST_MESSAGES } from '#web/patterns/order-request/order-request.messages.ts';
import { sendDecline, sendProposal, useAnswered } from '../desk-requests.api.ts';
import { DESK_REQUESTS_MESSAGES as MESSAGES } from '../desk-requests.messages.ts';
import classes from './answer-forms.module.css';

/** Where and when a pour is planned; numbers as they are typed. */
export interface Plan {
  plantId: number;
  day: string;
  startTime: string;
  quantity: string;
  intervalMinutes: string;
}

interface FormFrameProps {
  request: DeskRequestDetail;
  /** Shown if the request has changed since the form was opened. */
  changedText: string;
  title: string;
  isBusy: boolean;
  submitText: string;
  onSubmit: (form: HTMLFormElement) => void;
  onCancel: () => void;
  children: ReactNode;
}

function FormFrame({ request, changedText, title, isBusy, submitText, onSubmit, onCancel, children }: FormFrameProps) {
  const form = useRef<HTMLFormElement>(null);
  const overlay = useOverlayScope().path.at(-1);
  // The answer is about the version on the screen, so the form says if the request has changed since the answer was started.
  const [firstVersion] = useState(request.version);
  // The button that opened the form is gone, so move the focus into the form.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  return (
    <Card title={title}>
      <form
        ref={form}
        className={classes.form}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) onSubmit(event.currentTarget);
        }}
      >
        {request.version === firstVersion ? null : <Notice kind="info" title={changedText} />}
        {children}
        <div className={layout.actions}>
          <Button type="button" variant="default" disabled={isBusy} onClick={() => discardFirst(overlay, onCancel)}>
            {MESSAGES.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {submitText}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Declines a request with a reason. */
export function DeclineForm({ request, onDone }: { request: DeskRequestDetail; onDone: () => void }) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const { meta, show, onError } = useAnswered();
  const declining = useWrite({
    write: (text: string, attempt) => sendDecline(request.id, { version: request.version, reason: text }, attempt),
    meta,
    onSuccess: (answer) => show(answer, MESSAGES.declined(answer.number)),
    onError,
    onDone,
    onFailed: (refusal) => isFieldRefusal(refusal) && setError(placeErrors(refusal.problem, ['reason']).reason),
  });
  useUnsavedInput({ isChanged: reason !== '', isSending: declining.isPending });
  return (
    <FormFrame
      request={request}
      changedText={MESSAGES.changedBeforeDecline}
      title={MESSAGES.decline}
      submitText={MESSAGES.decline}
      isBusy={declining.isPending}
      onCancel={onDone}
      onSubmit={() => declining.mutate(reason)}
    >
      <Textarea
        label={MESSAGES.reason}
        rows={3}
        maxLength={MAX_REQUEST_NOTE}
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setError(undefined);
        }}
      />
    </FormFrame>
  );
}

interface ProposalFormProps {
  request: DeskRequestDetail;
  plan: Plan;
  /** The load of the plants shows what is typed. */
  onChange: (plan: Plan) => void;
  onDone: () => void;
}

const PLAN_FIELDS = ['plantId', 'day', 'startTime', 'quantity', 'intervalMinutes'] as const;
const FIELDS = [...PLAN_FIELDS, 'note'] as const;

/** Proposes another plan for a pour. */
export function ProposalForm({ request, plan, onChange, onDone }: ProposalFormProps) {
  const [note, setNote] = useState('');
  const [errors, setErrors] = useState<Partial<Record<(typeof FIELDS)[number] | 'form', string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const { meta, show, onError } = useAnswered();
  const proposing = useWrite({
    write: (body: Parameters<typeof sendProposal>[1], attempt) => sendProposal(request.id, body, attempt),
    meta,
    onSuccess: (answer) => show(answer, MESSAGES.proposed),
    onError,
    onDone,
    onFailed: (refusal) => {
      if (!isFieldRefusal(refusal)) return;
      setErrors(placeErrors(refusal.problem, FIELDS));
      focusFirstFault(form.current);
    },
  });
  const [firstPlan] = useState(plan);
  const isChanged = note !== '' || PLAN_FIELDS.some((name) => plan[name] !== firstPlan[name]);
  useUnsavedInput({ isChanged, isSending: proposing.isPending });
  const field = (name: Exclude<keyof Plan, 'plantId'>) => ({
    value: plan[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      setErrors({});
      onChange({ ...plan, [name]: event.currentTarget.value });
    },
  });
  const submit = (element: HTMLFormElement): void => {
    form.current = element;
    const spacing = numberFault(plan.intervalMinutes);
    if (spacing) {
      setErrors({ intervalMinutes: spacing });
      focusFirstFault(element);
      return;
    }
    proposing.mutate({
      version: request.version,
      plantId: plan.plantId,
      day: plan.day,
      startTime: plan.startTime,
      quantity: readNumber(plan.quantity) ?? Number.NaN,
      intervalMinutes: readNumber(plan.intervalMinutes),
      note,
    });
  };
  return (
    <FormFrame
      request={request}
      changedText={MESSAGES.changedMeanwhile}
      title={MESSAGES.propose}
      submitText={MESSAGES.send}
      isBusy={proposing.isPending}
      onCancel={onDone}
      onSubmit={submit}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={12}>
        <TextInput type="date" label={MESSAGES.day} {...field('day')} />
        <TextInput type="time" label={ORDER_REQUEST_MESSAGES.start} step={300} {...field('startTime')} />
        <TextInput label={`${ORDER_REQUEST_MESSAGES.quantity} (${request.unitOfMeasure})`} inputMode="decimal" {...field('quantity')} />
        <TextInput label={MESSAGES.spacing} inputMode="numeric" {...field('intervalMinutes')} />
        <NativeSelect
          label={ORDER_REQUEST_MESSAGES.plant}
          value={String(plan.plantId)}
          error={errors.plantId}
          onChange={(event) => onChange({ ...plan, plantId: Number(event.currentTarget.value) })}
        >
          {request.plants.map(({ id, name, number }) => (
            <option key={id} value={String(id)}>{`${number} ${name}`}</option>
          ))}
        </NativeSelect>
      </SimpleGrid>
      <Textarea
        label={MESSAGES.note}
        rows={2}
        maxLength={MAX_REQUEST_NOTE}
        value={note}
        error={errors.note ?? errors.form}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormFrame>
  );
}
