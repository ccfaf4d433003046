import { Button, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@yardage/contract/endpoint';
import { getOrderChanges } from '@yardage/contract/order-requests';
import { dayAt, formatTime } from '@yardage/domain/dates';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { readNumber } from '@yardage/domain/quantities';
import { changeQuantityFault } from '@yardage/domain/request-rules';
import type { ChangeKind } from '@yardage/domain/request-states';
import { type ReactNode, useRef, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { createAttempt } from '#web/lib/http/request-parts.ts';
import { discardFirst, useOverlayScope, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailFailure } from '#web/patterns/detail-state.tsx';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { kindName } from '#web/patterns/order-request/request-words.ts';
import { type ChangeBody, orderChangesQuery, sendChange } from '../order-requests.api.ts';
import { ORDER_REQUESTS_MESSAGES as MESSAGES } from '../order-requests.messages.ts';
import classes from './order-changes.module.css';

interface OrderChangesProps {
  orderId: number;
  /** The order's start, for the form that moves it. */
  startsAt: string;
  requestLink: (requestId: number, text: string) => ReactNode;
  onRepeat: () => void;
}

/** Why a change cannot be asked for now. */
interface Problem {
  kind: 'info' | 'failure';
  title: string;
}

/** What can be asked for an order: changes that dispatch confirms, and the same order again (REQ-03, REQ-04). */
export function OrderChanges({ orderId, startsAt, requestLink, onRepeat }: OrderChangesProps) {
  const query = useQuery(orderChangesQuery(useCustomer(), orderId));
  const overlay = useOverlayScope().path.at(-1);
  const [chosen, setChosen] = useState<ChangeKind>();
  const { data } = query;
  if (!data) return query.isError && !query.isFetching ? <DetailFailure query={query} /> : null;
  const { changes, requests, rules, requestNumber, orderType } = data;
  const nameOf = (kind: ChangeKind): string => kindName({ kind, orderType, isPickedUp: false });
  const kindsOf = (isLate: boolean) => changes.filter((change) => change.isLate === isLate).map(({ kind }) => kind);
  const [late, offered] = [kindsOf(true), kindsOf(false)];
  // The chosen one stays when a refetch no longer offers it: what is typed must not disappear.
  const shown = chosen && !offered.includes(chosen) ? [...offered, chosen] : offered;
  const problemOf = (kind: ChangeKind): Problem | undefined => {
    if (offered.includes(kind)) return undefined;
    // A colleague has requested the same change, or this form has and the response was lost.
    if (requests.some((request) => request.kind === kind)) return { kind: 'info', title: MESSAGES.openChanges(nameOf(kind)) };
    const title = late.includes(kind) ? MESSAGES.late(nameOf(kind), rules.changeCutOffMinutes) : MESSAGES.notOffered(nameOf(kind));
    return { kind: 'failure', title };
  };
  return (
    <Card
      title={MESSAGES.changes}
      aside={
        <Button variant="subtle" size="compact-sm" onClick={onRepeat}>
          {MESSAGES.again}
        </Button>
      }
    >
      <div className={classes.body}>
        <p className={classes.hint}>{changes.length + requests.length > 0 ? MESSAGES.changesText : MESSAGES.noChanges}</p>
        {requests.map(({ id, kind }) => (
          <p key={id}>{requestLink(id, MESSAGES.openChanges(kindName({ kind, orderType, isPickedUp: false })))}</p>
        ))}
        <div className={classes.kinds}>
          {shown.map((kind) => (
            <Button
              key={kind}
              variant={kind === chosen ? 'light' : 'default'}
              aria-pressed={kind === chosen}
              onClick={() => discardFirst(overlay, () => setChosen(kind === chosen ? undefined : kind))}
            >
              {nameOf(kind)}
            </Button>
          ))}
        </div>
        {late
          .filter((kind) => kind !== chosen)
          .map((kind) => (
            <p key={kind} className={classes.hint}>
              {problemOf(kind)?.title}
            </p>
          ))}
        {chosen ? (
          <ChangeForm
            key={`${orderId} ${chosen}`}
            orderId={orderId}
            kind={chosen}
            problem={problemOf(chosen)}
            startsAt={startsAt}
            facts={data}
            onDone={() => setChosen(undefined)}
          />
        ) : null}
        {requestNumber ? <p className={classes.hint}>{MESSAGES.fromRequest(requestNumber)}</p> : null}
      </div>
    </Card>
  );
}

interface ChangeFormProps {
  orderId: number;
  kind: ChangeKind;
  startsAt: string;
  facts: Answer<typeof getOrderChanges>;
  /** Why the change can no longer be asked for, if so. */
  problem: Problem | undefined;
  onDone: () => void;
}

const FIELDS = ['day', 'startTime', 'intervalMinutes', 'quantity', 'notes'] as const;
type Field = (typeof FIELDS)[number];

function ChangeForm({ orderId, kind, startsAt, facts: { timeZone, orderType }, problem, onDone }: ChangeFormProps) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  // A retry of the same content is the same request.
  const [attempt] = useState(createAttempt);
  // The values as the form was opened. If dispatch moves the start meanwhile, that is no unsaved input of the user.
  const [first] = useState(() => ({
    day: dayAt(startsAt, timeZone),
    startTime: formatTime(startsAt, timeZone),
    intervalMinutes: '',
    quantity: '',
    notes: '',
  }));
  const [values, setValues] = useState<Record<Field, string>>(first);
  const [errors, setErrors] = useState<Partial<Record<Field | 'form', string>>>({});
  const sending = useWrite({
    write: (body: ChangeBody) => sendChange(customer, orderId, body),
    meta: { failureText: MESSAGES.changeFailed, prefersServerMessage: true, noResponseText: MESSAGES.changeFailed, isForm: true },
    onSuccess: (_answer, { requestKey }) => {
      attempt.finish(requestKey);
      toasts.show({ kind: 'success', title: MESSAGES.changeSent });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [getOrderChanges.id] }),
    onDone,
    onFailed: (error) => {
      if (!isFieldRefusal(error)) return;
      setErrors(placeErrors(error.problem, FIELDS));
      focusFirstFault(element.current);
    },
  });
  useUnsavedInput({ isChanged: JSON.stringify(values) !== JSON.stringify(first), isSending: sending.isPending });
  const field = (name: Field) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
      setErrors({});
    },
  });
  const submit = (): void => {
    if (sending.isPending || problem) return;
    const hasStart = kind === 'move' || kind === 'release';
    const hasQuantity = kind === 'add' || kind === 'balance';
    const body = {
      kind,
      day: hasStart ? values.day || null : null,
      startTime: hasStart ? values.startTime || null : null,
      intervalMinutes: kind === 'spacing' ? readNumber(values.intervalMinutes) : null,
      quantity: hasQuantity ? readNumber(values.quantity) : null,
      notes: values.notes,
    };
    const wrongQuantity = changeQuantityFault(kind, body.quantity, orderType);
    if (wrongQuantity) {
      setErrors({ quantity: wrongQuantity });
      focusFirstFault(element.current);
      return;
    }
    sending.mutate({ ...body, requestKey: attempt.keyOf(JSON.stringify(body)) });
  };
  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      aria-label={kindName({ kind, orderType, isPickedUp: false })}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{kind === 'add' && orderType !== ORDER_TYPE.concrete ? MESSAGES.addMore : MESSAGES.changeTexts[kind]}</p>
      {kind === 'move' || kind === 'release' ? (
        <div className={classes.pair}>
          <TextInput type="date" label={MESSAGES.day} {...field('day')} />
          <TextInput type="time" label={MESSAGES.startTime} step={900} {...field('startTime')} />
        </div>
      ) : null}
      {kind === 'spacing' ? <TextInput label={MESSAGES.spacing} inputMode="numeric" {...field('intervalMinutes')} /> : null}
      {kind === 'add' ? <TextInput label={MESSAGES.addQuantities[orderType]} inputMode="decimal" {...field('quantity')} /> : null}
      {kind === 'balance' ? <TextInput label={MESSAGES.balanceQuantities[orderType]} inputMode="decimal" {...field('quantity')} /> : null}
      <Textarea label={MESSAGES.changeNotes} autosize minRows={1} maxRows={4} maxLength={1000} {...field('notes')} />
      {/* Once it is sent, the change is no longer offered, either. */}
      {problem && !sending.isPending ? <Notice {...problem} /> : null}
      <Button type="submit" loading={sending.isPending} disabled={problem !== undefined}>
        {MESSAGES.ask}
      </Button>
    </form>
  );
}
