import { useQueryClient } from '@tanstack/react-query';
import { listRequests, type RequestDetail, type RequestOptions } from '@yardage/contract/order-requests';
import type { OrderType } from '@yardage/domain/orders';
import { useRef, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { useToday } from '#web/lib/formats/use-today.ts';
import type { HttpProblem } from '#web/lib/http/http-errors.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { sendPour } from '../order-requests.api.ts';
import { ORDER_REQUESTS_MESSAGES as MESSAGES } from '../order-requests.messages.ts';
import {
  bodyOf,
  firstValues,
  isMixOffered,
  materialOf,
  type PourDraft,
  type PourValues,
  pourFaults,
  type Repeated,
  readDraft,
  repeatedKey,
  valuesOfMaterial,
  withDay,
  withKey,
} from '../pour-draft.ts';

/** Fields of the API whose name differs from that of the form's field. */
const FIELD_NAMES: Readonly<Record<string, keyof PourValues>> = { jobOrderId: 'job', productId: 'mix', quoteId: 'mix' };

/** Fields whose errors may be about the chosen day: the time has passed, or the quote has ended by then. */
const OF_DAY: readonly string[] = ['startTime', 'mix'];

interface PourFormOptions {
  options: RequestOptions;
  repeated: Repeated | undefined;
  onSent: (request: RequestDetail) => void;
}

/** The state of the form. What is typed is a draft of this user and customer until it is sent. */
export function usePourForm({ options, repeated, onSent }: PourFormOptions) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const [text, changeText] = useDraft(`pour.${customer.globalCustomerNumber}${repeated ? `.${repeatedKey(repeated)}` : ''}`);
  const today = useToday(options.timeZone);
  // The suggested start is computed for this moment: when the form was opened, the day began, or another material was chosen.
  const [begun, setBegun] = useState(() => ({ today, now: new Date() }));
  if (begun.today !== today) setBegun({ today, now: new Date() });
  const [opened] = useState(() => firstValues(options, begun.now, repeated));
  const [errors, setErrors] = useState<Partial<Record<keyof PourValues | 'form', string>>>({});
  const draft: PourDraft = withDay(readDraft(text, opened) ?? { values: opened, isDaySuggested: true }, options, begun.now);
  const sending = useWrite({
    write: ({ values, tried }: ReturnType<typeof withKey>) => sendPour(customer, { ...bodyOf(values, options), requestKey: tried.key }),
    meta: { failureText: MESSAGES.sendFailed, prefersServerMessage: true, noResponseText: MESSAGES.sendFailed, isForm: true },
    // Runs even if the form was closed while it was being sent.
    onSuccess: ({ number }) => {
      changeText('');
      toasts.show({ kind: 'success', title: MESSAGES.sent(number) });
      return queryClient.invalidateQueries({ queryKey: [listRequests.id] });
    },
    onDone: onSent,
    onFailed: (error) => {
      if (isFieldRefusal(error)) show(refusalsOf(error));
    },
  });

  function show(found: typeof errors): void {
    setErrors(found);
    focusFirstFault(element.current);
  }

  const change = (changes: Partial<PourValues>, isDaySuggested = !('day' in changes) && draft.isDaySuggested): void => {
    changeText(JSON.stringify({ ...draft, isDaySuggested, values: { ...draft.values, ...changes } }));
    setErrors(({ form: _form, ...before }) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changes) && !('day' in changes && OF_DAY.includes(name)))),
    );
  };

  // Said at once: the form must not look ready to be sent with another product.
  const gone = isMixOffered(draft.values, options) ? {} : { mix: MESSAGES.mixGone[materialOf(draft.values, options).orderType] };
  return {
    element,
    values: draft.values,
    errors: { ...errors, ...gone },
    isDraft: text !== '',
    isBusy: sending.isPending,
    change,
    chooseMaterial: (orderType: OrderType): void => {
      const now = new Date();
      setBegun({ today, now });
      change(valuesOfMaterial(orderType, options, now), true);
    },
    clear: () => {
      changeText('');
      setErrors({});
    },
    submit: () => {
      if (sending.isPending) return;
      const faults = pourFaults(draft.values, options, new Date());
      if (Object.keys(faults).length > 0) return show(faults);
      const keyed = withKey(draft, options, () => crypto.randomUUID());
      // Stored before it is sent: after a reload the same key is sent again.
      changeText(JSON.stringify(keyed));
      sending.mutate(keyed);
    },
  };
}

function refusalsOf({ problem }: HttpProblem): Partial<Record<keyof PourValues | 'form', string>> {
  const named = Object.fromEntries(Object.entries(problem.errors ?? {}).map(([name, texts]) => [FIELD_NAMES[name] ?? name, texts]));
  const fields = [
    'job',
    'jobName',
    'jobAddress1',
    'jobAddress2',
    'mix',
    'quantity',
    'holdQuantity',
    'day',
    'startTime',
    'intervalMinutes',
    'yardsPerHour',
    'plantId',
    'slump',
    'admixtures',
    'poNumber',
    'contactName',
    'contactPhone',
    'notes',
  ] as const;
  return placeErrors({ ...problem, errors: named }, fields);
}
