import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { getPackOptions, PackRow } from '@yardage/contract/close-out-packs';
import { listPacks } from '@yardage/contract/close-out-packs';
import type { Answer } from '@yardage/contract/endpoint';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useToday } from '#web/lib/formats/use-today.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { Notice } from '#web/patterns/notice.tsx';
import {
  chosenJob,
  firstChoice,
  labelledJobs,
  makePack,
  monthName,
  monthsBetween,
  type PackChoice,
  type SuggestedPack,
  suggestedLabel,
} from '../close-out-packs.api.ts';
import { PACKS_MESSAGES as MESSAGES } from '../close-out-packs.messages.ts';
import classes from './close-out-packs.module.css';

interface PackFormProps {
  options: Answer<typeof getPackOptions>;
  suggested: SuggestedPack;
}

type Faults = Partial<Record<'job' | 'month' | 'form', string>>;

/** Chooses a job or a month, and starts its pack. */
export function PackForm({ options: { jobs, firstMonth, lastMonth }, suggested }: PackFormProps) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const [kind, setKind] = useState<PackChoice['kind']>(suggested.month && !suggested.job ? 'month' : 'job');
  const [job, setJob] = useState(() => suggestedLabel(jobs, suggested));
  const listId = useId();
  const months = firstMonth && lastMonth ? monthsBetween(firstMonth, lastMonth) : [];
  const today = useToday();
  const [month, setMonth] = useState(firstChoice(months, suggested.month, today));
  const [faults, setFaults] = useState<Faults>({});
  const making = useWrite<PackRow, PackChoice>({
    write: (choice, attempt) => makePack(customer, choice, attempt),
    meta: { failureText: MESSAGES.makeFailed, prefersServerMessage: true, isForm: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [listPacks.id] }),
    onDone: () => toasts.show({ kind: 'success', title: MESSAGES.started }),
    onFailed: (error) => {
      if (!isFieldRefusal(error)) return;
      setFaults(placeErrors(error.problem, ['job', 'month']));
      focusFirstFault(element.current);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (making.isPending) return;
    // A listed job may be typed in other capitals. Any other name is sent as it is typed, and the server refuses it if it has no records.
    const choice = kind === 'job' ? chosenJob(jobs, job, suggested) : { kind, month };
    if (choice?.job || choice?.month) {
      setFaults({});
      making.mutate(choice);
      return;
    }
    setFaults(kind === 'month' ? { month: MESSAGES.monthRequired } : { job: choice ? MESSAGES.jobRequired : MESSAGES.severalJobs });
    focusFirstFault(element.current);
  };
  return (
    <Card title={MESSAGES.newPack}>
      <form ref={element} className={classes.form} noValidate aria-label={MESSAGES.newPack} onSubmit={submit}>
        <NativeSelect
          label={MESSAGES.of}
          data={[
            { value: 'job', label: MESSAGES.kinds.job },
            { value: 'month', label: MESSAGES.kinds.month },
          ]}
          value={kind}
          onChange={(event) => {
            setKind(event.currentTarget.value === 'month' ? 'month' : 'job');
            setFaults({});
          }}
        />
        {kind === 'job' ? (
          <>
            <TextInput
              label={MESSAGES.job}
              description={jobs.length === 0 ? MESSAGES.noJobs : MESSAGES.jobHint}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              list={listId}
              maxLength={500}
              value={job}
              error={faults.job}
              onChange={(event) => {
                setJob(event.currentTarget.value);
                setFaults({});
              }}
            />
            <datalist id={listId}>
              {labelledJobs(jobs).map(({ label, address }) => (
                <option key={label} value={label}>
                  {address}
                </option>
              ))}
            </datalist>
          </>
        ) : (
          <NativeSelect
            label={MESSAGES.month}
            data={[
              ...(month === '' ? [{ value: '', label: MESSAGES.monthRequired }] : []),
              ...months.map((value) => ({ value, label: monthName(value) })),
            ]}
            value={month}
            error={faults.month}
            onChange={(event) => {
              setMonth(event.currentTarget.value);
              setFaults({});
            }}
          />
        )}
        <div className={classes.submit}>
          <Button type="submit" loading={making.isPending}>
            {MESSAGES.make}
          </Button>
        </div>
        {faults.form ? <Notice kind="failure" title={faults.form} /> : null}
      </form>
    </Card>
  );
}
