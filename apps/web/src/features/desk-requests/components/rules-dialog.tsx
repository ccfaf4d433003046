import { Button, Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listRequestRules } from '@yardage/contract/desk-requests';
import type { Answer } from '@yardage/contract/endpoint';
import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { DAY_MS } from '@yardage/domain/durations';
import { ORDER_TYPE_NAMES } from '@yardage/domain/names.messages';
import { ORDER_TYPE, type OrderType } from '@yardage/domain/orders';
import { readNumber } from '@yardage/domain/quantities';
import { MATERIAL_UNITS, type RequestRules } from '@yardage/domain/request-rules';
import { currentLocale } from '@yardage/messages/messages';
import { useRef, useState } from 'react';
import { discardFirst, useFreshForm, useOverlayScope, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { focusFirstFault, isConflict, isFieldRefusal } from '#web/patterns/form-errors.ts';
import layout from '#web/patterns/layout.module.css';
import { Notice } from '#web/patterns/notice.tsx';
import { type RulesBody, rulesQuery, sendRules } from '../desk-requests.api.ts';
import { DESK_REQUESTS_MESSAGES as MESSAGES } from '../desk-requests.messages.ts';
import classes from './answer-forms.module.css';

/** The dialog to change what a data source accepts as a request (REQ-01). */
export function RulesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  // Always asks again: what is saved are all rules, and a colleague may have changed some.
  const query = useQuery({ ...rulesQuery(), enabled: isOpen, staleTime: 0 });
  return (
    <FormDialog isInUrl isOpen={isOpen} onClose={onClose} title={MESSAGES.rulesTitle} context={MESSAGES.rulesText}>
      {({ finish, close }) => (
        <DetailState query={query} skeletonLines={[5]}>
          {(sources) => <SourceRules sources={sources} onDone={finish} onCancel={close} />}
        </DetailState>
      )}
    </FormDialog>
  );
}

interface SourceRulesProps {
  sources: Answer<typeof listRequestRules>;
  onDone: () => void;
  onCancel: () => void;
}

function SourceRules({ sources, onDone, onCancel }: SourceRulesProps) {
  const [chosen, setChosen] = useState<string>();
  const [orderType, setOrderType] = useState<OrderType>(ORDER_TYPE.concrete);
  const overlay = useOverlayScope().path.at(-1);
  const names = new Map(sources.map(({ dataSource, name }) => [dataSource, name]));
  const code = chosen ?? sources[0]?.dataSource;
  const source = sources.find((each) => each.dataSource === code && each.orderType === orderType);
  if (!source) return null;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={12}>
        <NativeSelect
          label={MESSAGES.dataSource}
          value={source.dataSource}
          data={[...names].map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => discardFirst(overlay, () => setChosen(value))}
        />
        <NativeSelect
          label={MESSAGES.material}
          value={String(orderType)}
          data={MATERIALS.map((type) => ({ value: String(type), label: ORDER_TYPE_NAMES[type] }))}
          onChange={({ currentTarget: { value } }) => discardFirst(overlay, () => setOrderType(Number(value) as OrderType))}
        />
      </SimpleGrid>
      {source.isDefault ? <Notice kind="info" title={MESSAGES.isDefault} /> : null}
      <RulesForm key={`${source.dataSource} ${orderType}`} {...source} onDone={onDone} onCancel={onCancel} />
    </>
  );
}

type NumberName = 'leadTimeMinutes' | 'minimumLoad' | 'truckLoad' | 'changeCutOffMinutes' | 'horizonDays';
const NUMBERS: readonly NumberName[] = ['leadTimeMinutes', 'changeCutOffMinutes', 'minimumLoad', 'truckLoad', 'horizonDays'];
const TIMES = ['opensAt', 'closesAt', 'dayBeforeCutOff'] as const;
const WEEK = [1, 2, 3, 4, 5, 6, 7];
/** A Monday. */
const MONDAY_MS = Date.UTC(2026, 0, 5, 12);

const MATERIALS: readonly OrderType[] = Object.values(ORDER_TYPE);

type TextName = NumberName | (typeof TIMES)[number];
type Values = Record<TextName, string> & { workDays: string[] };

function valuesOf({ opensAt, closesAt, dayBeforeCutOff, workDays, ...numbers }: RequestRules): Values {
  const texts = Object.fromEntries(NUMBERS.map((name) => [name, String(numbers[name])])) as Record<NumberName, string>;
  return { ...texts, opensAt, closesAt, dayBeforeCutOff: dayBeforeCutOff ?? '', workDays: workDays.map(String) };
}

function labelOf(name: TextName, orderType: OrderType): string {
  const label = MESSAGES[name];
  return typeof label === 'function' ? label(MATERIAL_UNITS[orderType].unit) : label;
}

interface RulesFormProps {
  dataSource: string;
  orderType: OrderType;
  rules: RequestRules;
  onDone: () => void;
  onCancel: () => void;
}

function RulesForm({ dataSource, orderType, rules, onDone, onCancel }: RulesFormProps) {
  const queryClient = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  // An error may be about two fields, so a change of any removes all.
  const form = useForm<Values>({ initialValues: valuesOf(rules), onValuesChange: () => form.clearErrors() });
  useFreshForm(form, rules, valuesOf);
  const saving = useWrite({
    write: (body: RulesBody, attempt) => sendRules(body, attempt),
    meta: { failureText: MESSAGES.saveFailed, prefersServerMessage: true, isForm: true },
    onSuccess: async ({ message }) => {
      toasts.show({ kind: 'success', title: message });
      await queryClient.invalidateQueries({ queryKey: [listRequestRules.id] });
    },
    onDone,
    onFailed: (error) => {
      // A colleague's change comes into the form, except where something else was typed.
      if (isConflict(error)) void queryClient.invalidateQueries({ queryKey: [listRequestRules.id] });
      if (!isFieldRefusal(error)) return;
      const entries = Object.entries(error.problem.errors ?? {}).map(([name, said]) => [
        name.replace(/^rules\.(\w+).*$/, '$1'),
        said.join(', '),
      ]);
      show(Object.fromEntries(entries));
    },
  });
  function show(found: Record<string, string>): void {
    form.setErrors(found);
    focusFirstFault(element.current);
  }
  useUnsavedInput({ isChanged: form.isDirty(), isSending: saving.isPending });
  const field = (name: TextName) => ({ label: labelOf(name, orderType), ...form.getInputProps(name) });
  const weekday = new Intl.DateTimeFormat(currentLocale(), { weekday: 'short', timeZone: 'UTC' });
  return (
    <form
      ref={element}
      className={classes.rules}
      noValidate
      aria-label={MESSAGES.rulesTitle}
      onSubmit={(event) => {
        event.preventDefault();
        if (saving.isPending) return;
        const { opensAt, closesAt, dayBeforeCutOff, workDays: days, ...numbers } = form.values;
        const read = Object.fromEntries(NUMBERS.map((name) => [name, readNumber(numbers[name]) ?? Number.NaN])) as Record<
          NumberName,
          number
        >;
        const workDays = days.map(Number).sort();
        const wrong = NUMBERS.filter((name) => Number.isNaN(read[name]));
        if (wrong.length > 0) return show(Object.fromEntries(wrong.map((name) => [name, CONTRACT_MESSAGES.number])));
        saving.mutate({
          dataSource,
          orderType,
          replaces: rules,
          rules: { ...read, opensAt, closesAt, dayBeforeCutOff: dayBeforeCutOff || null, workDays },
        });
      }}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={12}>
        {NUMBERS.map((name) => (
          <TextInput key={name} inputMode="decimal" {...field(name)} />
        ))}
        {TIMES.map((name) => (
          <TextInput
            key={name}
            type="time"
            description={name === 'dayBeforeCutOff' ? MESSAGES.dayBeforeHint : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...field(name)}
          />
        ))}
      </SimpleGrid>
      <Checkbox.Group label={MESSAGES.workDays} {...form.getInputProps('workDays')}>
        <div className={classes.days}>
          {WEEK.map((day) => (
            <Checkbox key={day} value={String(day)} label={weekday.format(MONDAY_MS + (day - 1) * DAY_MS)} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={layout.actions}>
        <Button type="button" variant="default" disabled={saving.isPending} onClick={onCancel}>
          {MESSAGES.cancel}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {MESSAGES.save}
        </Button>
      </div>
    </form>
  );
}
