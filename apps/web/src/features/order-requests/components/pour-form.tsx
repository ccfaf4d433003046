import { Button, NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { RequestDetail, RequestOptions } from '@yardage/contract/order-requests';
import { dayAt } from '@yardage/domain/dates';
import { formatNumber } from '@yardage/domain/quantities';
import { dayAfter, firstDayFor, loadsOf } from '@yardage/domain/request-rules';
import { PLACEMENTS } from '@yardage/domain/request-states';
import { type ReactNode, useId, useState } from 'react';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { ORDER_REQUEST_MESSAGES } from '#web/patterns/order-request/order-request.messages.ts';
import { AddressField, knownAddresses } from '#web/patterns/person-form/place-fields.tsx';
import { ORDER_REQUESTS_MESSAGES as MESSAGES } from '../order-requests.messages.ts';
import { mixKey, NEW_JOB, type PourValues, type RepeatedOrder, valuesOfJob } from '../pour-draft.ts';
import classes from './pour-form.module.css';
import { usePourForm } from './use-pour-form.ts';

interface PourFormProps {
  options: RequestOptions;
  repeated: RepeatedOrder | undefined;
  onSent: (request: RequestDetail) => void;
  onCancel: () => void;
}

type FormState = ReturnType<typeof usePourForm>;

/** The form of a pour. It opens ready to be sent; whatever differs is one tap away (REQ-01, REQ-04). */
export function PourForm({ options, repeated, onSent, onCancel }: PourFormProps) {
  const state = usePourForm({ options, repeated, onSent });
  const { values, errors, change, isBusy } = state;
  if (options.mixes.length === 0) return <Notice kind="info" title={MESSAGES.noMixes} />;
  const field = (name: keyof PourValues) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <form
      ref={state.element}
      className={classes.form}
      noValidate
      aria-label={MESSAGES.formTitle}
      onSubmit={(event) => {
        event.preventDefault();
        state.submit();
      }}
    >
      <JobChoice state={state} options={options} repeated={repeated} />
      <MixChoice state={state} options={options} />
      <QuantityField state={state} options={options} />
      <StartChoice state={state} options={options} />
      <Choice
        label={ORDER_REQUEST_MESSAGES.placement}
        value={values.placement}
        offered={PLACEMENTS.map((value) => ({ value, label: ORDER_REQUEST_MESSAGES.placements[value] }))}
        onChange={(placement) => change({ placement })}
      />
      <details className={classes.more}>
        <summary>{MESSAGES.more}</summary>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={12} mt={12}>
          <TextInput
            label={MESSAGES.spacing}
            inputMode="numeric"
            {...field('intervalMinutes')}
            onChange={(event) => change({ intervalMinutes: event.currentTarget.value, yardsPerHour: '' })}
          />
          <TextInput
            label={MESSAGES.yardsPerHour}
            inputMode="decimal"
            {...field('yardsPerHour')}
            onChange={(event) => change({ yardsPerHour: event.currentTarget.value, intervalMinutes: '' })}
          />
          <TextInput label={MESSAGES.holdQuantity} inputMode="decimal" {...field('holdQuantity')} />
          <TextInput label={ORDER_REQUEST_MESSAGES.slump} maxLength={40} {...field('slump')} />
          <TextInput label={ORDER_REQUEST_MESSAGES.admixtures} maxLength={200} {...field('admixtures')} />
          <TextInput label={ORDER_REQUEST_MESSAGES.poNumber} maxLength={60} {...field('poNumber')} />
          <TextInput label={MESSAGES.contactName} maxLength={80} {...field('contactName')} />
          <TextInput label={MESSAGES.contactPhone} type="tel" maxLength={20} {...field('contactPhone')} />
        </SimpleGrid>
        <Textarea label={ORDER_REQUEST_MESSAGES.notes} rows={3} maxLength={1000} mt={12} {...field('notes')} />
      </details>
      {errors.form ? <Notice kind="failure" title={errors.form} /> : null}
      <div className={classes.actions}>
        {state.isDraft ? (
          <Button type="button" variant="subtle" disabled={isBusy} onClick={state.clear} title={MESSAGES.draftKept}>
            {MESSAGES.clear}
          </Button>
        ) : null}
        <Button type="button" variant="default" disabled={isBusy} onClick={onCancel}>
          {MESSAGES.cancel}
        </Button>
        <Button type="submit" loading={isBusy} className={classes.send}>
          {MESSAGES.send}
        </Button>
      </div>
    </form>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  offered: readonly { value: Value; label: string; hint?: string | undefined }[];
  onChange: (value: Value) => void;
  error?: ReactNode;
  children?: ReactNode;
}

/** A few choices as large buttons, one of them selected, with room for others below. */
function Choice<Value extends string>({ label, value, offered, onChange, error, children }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <fieldset className={classes.choice} aria-labelledby={id}>
      <p id={id} className={classes.label}>
        {label}
      </p>
      <div className={classes.chips}>
        {offered.map((each) => (
          <button
            key={each.value}
            type="button"
            className={classes.chip}
            aria-pressed={each.value === value}
            onClick={() => onChange(each.value)}
          >
            {each.value === value ? <Icon name="check" size={14} /> : null}
            <span className={classes.chipText}>
              {each.label}
              {each.hint ? <small>{each.hint}</small> : null}
            </span>
          </button>
        ))}
      </div>
      {children}
      {error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

const SHOWN = 3;

function JobChoice({ state, options, repeated }: { state: FormState; options: RequestOptions; repeated: RepeatedOrder | undefined }) {
  const { values, errors, change } = state;
  const { jobs } = options;
  const chosen = jobs.findIndex(({ orderId }) => String(orderId) === values.job);
  const shown = jobs.slice(0, SHOWN);
  const choose = (job: string): void => {
    const known = jobs.find(({ orderId }) => String(orderId) === job);
    change(known ? valuesOfJob(known, options) : { job });
  };
  const isNew = values.job === NEW_JOB;
  const others = jobs.slice(SHOWN);
  const isRepeated = repeated !== undefined && values.job === String(repeated.id) && chosen < 0;
  return (
    <Choice
      label={ORDER_REQUEST_MESSAGES.job}
      value={values.job}
      offered={[
        ...(isRepeated ? [{ value: values.job, label: repeated.job, hint: repeated.address }] : []),
        ...shown.map(({ orderId, job, address }) => ({ value: String(orderId), label: job, hint: address })),
        { value: NEW_JOB, label: MESSAGES.newJob },
      ]}
      onChange={choose}
      error={errors.job}
    >
      {others.length > 0 ? (
        <NativeSelect
          aria-label={MESSAGES.otherJob}
          value={chosen >= SHOWN ? values.job : ''}
          onChange={(event) => event.currentTarget.value && choose(event.currentTarget.value)}
        >
          <option value="">{MESSAGES.otherJob}</option>
          {others.map(({ orderId, job, address }) => (
            <option key={orderId} value={String(orderId)}>{`${job}, ${address}`}</option>
          ))}
        </NativeSelect>
      ) : null}
      {isNew ? (
        <>
          <TextInput
            label={MESSAGES.jobName}
            maxLength={120}
            value={values.jobName}
            error={errors.jobName}
            onChange={(event) => change({ jobName: event.currentTarget.value })}
          />
          <AddressField
            label={MESSAGES.jobAddress}
            source={knownAddresses}
            value={values.jobAddress1}
            error={errors.jobAddress1}
            onType={(jobAddress1) => change({ jobAddress1 })}
            onChoose={({ fullAddress, address, zipcode }) => {
              const rest = fullAddress.startsWith(address) ? fullAddress.slice(address.length).replace(/^[,\s]+/, '') : zipcode;
              change({ jobAddress1: address || fullAddress, jobAddress2: address ? rest : '' });
            }}
          />
          <TextInput
            label={MESSAGES.city}
            maxLength={160}
            value={values.jobAddress2}
            error={errors.jobAddress2}
            onChange={(event) => change({ jobAddress2: event.currentTarget.value })}
          />
        </>
      ) : null}
    </Choice>
  );
}

function MixChoice({ state: { values, errors, change }, options }: { state: FormState; options: RequestOptions }) {
  const mixes = options.mixes.map((mix) => ({
    value: mixKey(mix),
    label: `${mix.number} ${mix.description}`,
    hint: mix.quoteName ?? undefined,
  }));
  const others = mixes.slice(SHOWN);
  const isOther = others.some(({ value }) => value === values.mix);
  return (
    <Choice
      label={ORDER_REQUEST_MESSAGES.mix}
      value={values.mix}
      offered={mixes.slice(0, SHOWN)}
      onChange={(mix) => change({ mix })}
      error={errors.mix}
    >
      {others.length > 0 ? (
        <NativeSelect
          aria-label={MESSAGES.otherMix}
          value={isOther ? values.mix : ''}
          onChange={(event) => event.currentTarget.value && change({ mix: event.currentTarget.value })}
        >
          <option value="">{MESSAGES.otherMix}</option>
          {others.map(({ value, label, hint }) => (
            <option key={value} value={value}>
              {[label, hint].filter(Boolean).join(' · ')}
            </option>
          ))}
        </NativeSelect>
      ) : null}
    </Choice>
  );
}

function QuantityField({ state: { values, errors, change }, options }: { state: FormState; options: RequestOptions }) {
  const quantity = Number(values.quantity) || 0;
  const { loadCount } = loadsOf({ quantity, intervalMinutes: null, yardsPerHour: null }, options.rules);
  const step = (by: number): void => change({ quantity: String(Math.max(options.rules.minimumLoad, quantity + by)) });
  return (
    <div className={classes.quantity}>
      <Button type="button" variant="default" aria-label="-1" onClick={() => step(-1)}>
        <Icon name="minus" size={16} />
      </Button>
      <TextInput
        className={classes.grow}
        label={`${ORDER_REQUEST_MESSAGES.quantity} (CY)`}
        inputMode="decimal"
        required
        withAsterisk={false}
        value={values.quantity}
        error={errors.quantity}
        description={quantity > 0 ? MESSAGES.loads(loadCount) : formatNumber(0)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => change({ quantity: event.currentTarget.value })}
      />
      <Button type="button" variant="default" aria-label="+1" onClick={() => step(1)}>
        <Icon name="plus" size={16} />
      </Button>
    </div>
  );
}

/** How many days are one tap away. */
const DAYS = 4;

function StartChoice({ state: { values, errors, change }, options }: { state: FormState; options: RequestOptions }) {
  const [now] = useState(() => new Date());
  const { rules, timeZone, usualStart } = options;
  const today = dayAt(now, timeZone);
  const days: string[] = [];
  for (let from: string | undefined = today; from && days.length < DAYS; ) {
    const day: string | undefined = firstDayFor(rules.closesAt, rules, { now, timeZone }, from);
    if (!day) break;
    days.push(day);
    from = dayAfter(day, 1);
  }
  const names: Record<string, string> = { [today]: MESSAGES.today, [dayAfter(today, 1)]: MESSAGES.tomorrow };
  const times = [...new Set([usualStart, rules.opensAt, '07:00', '09:00', '13:00'])].filter(
    (time) => time >= rules.opensAt && time <= rules.closesAt,
  );
  return (
    <>
      <Choice
        label={MESSAGES.day}
        value={values.day}
        offered={days.map((day) => ({ value: day, label: names[day] ?? formatDay(day) }))}
        onChange={(day) => change({ day })}
        error={days.includes(values.day) ? errors.day : null}
      >
        <TextInput
          type="date"
          aria-label={MESSAGES.otherDay}
          min={today}
          max={dayAfter(today, rules.horizonDays)}
          value={values.day}
          error={days.includes(values.day) ? null : errors.day}
          onChange={(event) => change({ day: event.currentTarget.value })}
        />
      </Choice>
      <Choice
        label={MESSAGES.startTime}
        value={values.startTime}
        offered={times.slice(0, DAYS).map((time) => ({ value: time, label: time }))}
        onChange={(startTime) => change({ startTime })}
      >
        <TextInput
          type="time"
          aria-label={MESSAGES.startTime}
          step={900}
          value={values.startTime}
          error={errors.startTime}
          onChange={(event) => change({ startTime: event.currentTarget.value })}
        />
      </Choice>
    </>
  );
}
