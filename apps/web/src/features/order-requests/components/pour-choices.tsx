import { NativeSelect, TextInput } from '@mantine/core';
import type { RequestOptions } from '@yardage/contract/order-requests';
import { addDays, dayAt, formatShortDay } from '@yardage/domain/dates';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { firstDayFor } from '@yardage/domain/request-rules';
import { type ReactNode, useId } from 'react';
import { useNow } from '#web/lib/use-now.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { ORDER_REQUEST_MESSAGES } from '#web/patterns/order-request/order-request.messages.ts';
import { AddressField, knownAddresses } from '#web/patterns/person-form/place-fields.tsx';
import { ORDER_REQUESTS_MESSAGES as MESSAGES } from '../order-requests.messages.ts';
import { isMixOffered, materialOf, mixKey, NEW_JOB, type Repeated, valuesOfChosenJob, valuesOfProduct } from '../pour-draft.ts';
import classes from './pour-form.module.css';
import type { usePourForm } from './use-pour-form.ts';

export type FormState = ReturnType<typeof usePourForm>;

interface PartProps {
  state: FormState;
  options: RequestOptions;
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
export function Choice<Value extends string>({ label, value, offered, onChange, error, children }: ChoiceProps<Value>) {
  const id = useId();
  const errorId = useId();
  const chosen = Math.max(
    0,
    offered.findIndex((each) => each.value === value),
  );
  return (
    <fieldset className={classes.choice} aria-labelledby={id}>
      <p id={id} className={classes.label}>
        {label}
      </p>
      <div className={classes.chips}>
        {offered.map((each, index) => (
          <button
            key={each.value}
            type="button"
            className={classes.chip}
            aria-pressed={each.value === value}
            // One of them takes the focus when the form is refused.
            aria-invalid={error && index === chosen ? true : undefined}
            aria-describedby={error ? errorId : undefined}
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
        <p className={classes.error} id={errorId} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

const SHOWN = 3;

/** The job: known ones, or a new address. */
export function JobChoice({ state, options, repeated }: PartProps & { repeated: Repeated | undefined }) {
  const { values, errors, change } = state;
  const { orderType } = materialOf(values, options);
  // Jobs with orders of the material come first. The others are offered too, because dispatch knows their address.
  const known = new Map(options.jobs.toReversed().map((job) => [`${job.job} ${job.address}`, job]));
  for (const job of options.jobs.toReversed()) if (job.orderType === orderType) known.set(`${job.job} ${job.address}`, job);
  const jobs = [...known.values()].sort(
    (a, b) => Number(b.orderType === orderType) - Number(a.orderType === orderType) || b.lastStartsAt.localeCompare(a.lastStartsAt),
  );
  const chosen = jobs.findIndex(({ orderId }) => String(orderId) === values.job);
  const shown = jobs.slice(0, SHOWN);
  const choose = (job: string): void => {
    const chosenJob = jobs.find(({ orderId }) => String(orderId) === job);
    if (job !== values.job) change(valuesOfChosenJob(chosenJob, values, options, repeated));
  };
  const isNew = values.job === NEW_JOB;
  const others = jobs.slice(SHOWN);
  const earlier = repeated?.order;
  const isRepeated = earlier !== undefined && values.job === String(earlier.id) && chosen < 0;
  return (
    <Choice
      label={ORDER_REQUEST_MESSAGES.job}
      value={values.job}
      offered={[
        ...(isRepeated ? [{ value: values.job, label: earlier.job, hint: earlier.address }] : []),
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

/** The product: one suggestion each. Where several quotes hold for it, one of them is chosen below. */
export function MixChoice({ state: { values, errors, change }, options }: PartProps) {
  const { orderType, mix } = materialOf(values, options);
  const own = options.mixes.filter((each) => each.orderType === orderType);
  const products = own.filter((each, index) => own.findIndex(({ productId }) => productId === each.productId) === index);
  const offered = products.map((each) => ({ value: String(each.productId), label: `${each.number} ${each.description}` }));
  const isChosen = isMixOffered(values, options);
  const quotes = isChosen ? own.filter(({ productId }) => productId === mix.productId) : [];
  const value = isChosen ? String(mix.productId) : '';
  const others = offered.slice(SHOWN);
  const choose = (productId: string): void => {
    if (productId && productId !== value) change(valuesOfProduct(Number(productId), values, options));
  };
  return (
    <Choice
      label={ORDER_REQUEST_MESSAGES.products[orderType]}
      value={value}
      offered={offered.slice(0, SHOWN)}
      onChange={choose}
      error={errors.mix}
    >
      {others.length > 0 ? (
        <NativeSelect
          aria-label={MESSAGES.otherMixes[orderType]}
          value={others.some((other) => other.value === value) ? value : ''}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">{MESSAGES.otherMixes[orderType]}</option>
          {others.map((other) => (
            <option key={other.value} value={other.value}>
              {other.label}
            </option>
          ))}
        </NativeSelect>
      ) : null}
      {quotes.length > 1 ? (
        <NativeSelect label={MESSAGES.quote} value={mixKey(mix)} onChange={(event) => change({ mix: event.currentTarget.value })}>
          {quotes.map((quote) => (
            <option key={mixKey(quote)} value={mixKey(quote)}>
              {[quote.quoteNumber, quote.quoteName].filter(Boolean).join(' · ') || MESSAGES.noQuote}
            </option>
          ))}
        </NativeSelect>
      ) : null}
    </Choice>
  );
}

/** How many days are one tap away. */
const DAYS = 4;
const TICK_MS = 20_000;

/** The day and the time, those that the rules of the material allow. */
export function StartChoice({ state: { values, errors, change }, options }: PartProps) {
  const now = new Date(useNow(TICK_MS));
  const { rules, usualStart, orderType } = materialOf(values, options);
  const { timeZone } = options;
  const timeLabel = values.isPickedUp
    ? MESSAGES.pickupTime
    : orderType === ORDER_TYPE.concrete
      ? MESSAGES.startTime
      : MESSAGES.deliveryTime;
  const today = dayAt(now, timeZone);
  const days: string[] = [];
  for (let from: string | undefined = today; from && days.length < DAYS; ) {
    const day: string | undefined = firstDayFor(rules.closesAt, rules, { now, timeZone }, from);
    if (!day) break;
    days.push(day);
    from = addDays(day, 1);
  }
  const names: Record<string, string> = { [today]: MESSAGES.today, [addDays(today, 1)]: MESSAGES.tomorrow };
  const times = [...new Set([usualStart, rules.opensAt, '07:00', '09:00', '13:00'])].filter(
    (time) => time >= rules.opensAt && time <= rules.closesAt,
  );
  return (
    <>
      <Choice
        label={MESSAGES.day}
        value={values.day}
        offered={days.map((day) => ({ value: day, label: names[day] ?? formatShortDay(day) }))}
        onChange={(day) => change({ day })}
        error={days.includes(values.day) ? errors.day : null}
      >
        <TextInput
          type="date"
          aria-label={MESSAGES.otherDay}
          min={today}
          max={addDays(today, rules.horizonDays)}
          value={values.day}
          error={days.includes(values.day) ? null : errors.day}
          onChange={(event) => change({ day: event.currentTarget.value })}
        />
      </Choice>
      <Choice
        label={timeLabel}
        value={values.startTime}
        offered={times.slice(0, DAYS).map((time) => ({ value: time, label: time }))}
        onChange={(startTime) => change({ startTime })}
      >
        <TextInput
          type="time"
          aria-label={timeLabel}
          step={900}
          value={values.startTime}
          error={errors.startTime}
          onChange={(event) => change({ startTime: event.currentTarget.value })}
        />
      </Choice>
    </>
  );
}
