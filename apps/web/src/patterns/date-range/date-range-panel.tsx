import { FIRST_DAY, isOnCalendar, LAST_DAY } from '@yardage/domain/calendar';
import '@mantine/dates/styles.layer.css';
import { Button, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { timeZoneName } from '@yardage/domain/dates';
import { currentLocale } from '@yardage/messages/messages';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { capitalised } from '#web/lib/formats/capitalised.ts';
import { useIsNarrow } from '#web/lib/screen.ts';
import { DATE_RANGE_MESSAGES } from './date-range.messages.ts';
import classes from './date-range-panel.module.css';
import { type DatePreset, type DayRange, isSameRange, readTypedDay, typedDay } from './days.ts';

/** Deliveries go out on Saturdays too, so weekend days are not highlighted. */
const NO_WEEKEND: never[] = [];

/** Names of months and weekdays in languages other than English, which the calendar knows. The calendar's days have no time zone. */
function calendarTexts() {
  const locale = currentLocale();
  if (locale === 'en-US') return {};
  const format = (options: Intl.DateTimeFormatOptions) => {
    const { format: text } = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (day: string) => capitalised(text(new Date(`${day.slice(0, 10)}T00:00:00Z`)));
  };
  return {
    monthLabelFormat: format({ month: 'long', year: 'numeric' }),
    monthsListFormat: format({ month: 'short' }),
    weekdayFormat: (day: string) => format({ weekday: 'short' })(day).slice(0, 2),
    getDayAriaLabel: format({ day: 'numeric', month: 'long', year: 'numeric' }),
  };
}

interface DateRangePanelProps {
  value: DayRange | null;
  today: string;
  timeZone: string;
  presets: readonly DatePreset[];
  onChoose: (range: DayRange | null) => void;
  canClear: boolean;
}

/** Presets, two date fields and a calendar. A click on a preset or on a second day applies the range. */
export function DateRangePanel({ value, today, timeZone, presets, onChoose, canClear }: DateRangePanelProps) {
  const isWide = !useIsNarrow();
  const [shown, setShown] = useState<[string | null, string | null]>([value?.from ?? null, value?.to ?? null]);
  const panel = useRef<HTMLDivElement>(null);
  // Focus a button, because focusing a field would open a phone's keyboard.
  useEffect(() => panel.current?.querySelector<HTMLElement>('[aria-pressed=true], button')?.focus({ preventScroll: true }), []);
  const choose = ([from, to]: [string | null, string | null]): void => {
    setShown([from, to]);
    if (from && to) onChoose({ from, to });
  };
  return (
    <div className={classes.panel} ref={panel}>
      <ul className={classes.presets} aria-label={DATE_RANGE_MESSAGES.presets}>
        {presets.map(({ label, range }) => (
          <li key={label}>
            <button type="button" className={classes.preset} aria-pressed={isSameRange(range, value)} onClick={() => onChoose(range)}>
              {label}
            </button>
          </li>
        ))}
        {canClear ? (
          <li>
            <button type="button" className={classes.preset} aria-pressed={value === null} onClick={() => onChoose(null)}>
              {DATE_RANGE_MESSAGES.anyDate}
            </button>
          </li>
        ) : null}
      </ul>
      <div className={classes.days}>
        <TypedRange value={value} onChoose={onChoose} />
        <DatePicker
          type="range"
          {...calendarTexts()}
          firstDayOfWeek={0}
          weekendDays={NO_WEEKEND}
          hideOutsideDates
          allowSingleDateInRange
          numberOfColumns={isWide ? 2 : 1}
          columnsToScroll={1}
          minDate={FIRST_DAY}
          maxDate={LAST_DAY}
          defaultDate={value?.from ?? today}
          getDayProps={(day) => (day === today ? { 'aria-current': 'date', className: classes.today } : {})}
          classNames={{ day: classes.day, calendarHeaderLevel: classes.month }}
          value={shown}
          onChange={choose}
          ariaLabels={{ previousMonth: DATE_RANGE_MESSAGES.previousMonth, nextMonth: DATE_RANGE_MESSAGES.nextMonth }}
          size={isWide ? 'sm' : 'md'}
        />
        <p className={classes.zone}>{DATE_RANGE_MESSAGES.zone(timeZoneName(timeZone))}</p>
      </div>
    </div>
  );
}

interface TypedRangeProps {
  value: DayRange | null;
  onChoose: (range: DayRange) => void;
}

/** Two date fields. Invalid days, days outside the calendar and a wrong order are reported at the field. */
function TypedRange({ value, onChoose }: TypedRangeProps) {
  const [from, setFrom] = useState(typedDay(value?.from));
  const [to, setTo] = useState(typedDay(value?.to));
  const [faults, setFaults] = useState<{ from?: string | undefined; to?: string | undefined }>({});
  const apply = (event: SyntheticEvent): void => {
    event.preventDefault();
    const [first, last] = [readTypedDay(from), readTypedDay(to)];
    const found = { from: faultOf(first), to: faultOf(last) };
    if (first && last && !found.from && !found.to && first > last) found.to = DATE_RANGE_MESSAGES.wrongOrder;
    setFaults(found);
    if (first && last && !found.from && !found.to) onChoose({ from: first, to: last });
  };
  return (
    <form className={classes.typed} onSubmit={apply} noValidate data-offline-ok>
      <TextInput
        label={DATE_RANGE_MESSAGES.from}
        placeholder={DATE_RANGE_MESSAGES.pattern}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
        error={faults.from}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextInput
        label={DATE_RANGE_MESSAGES.to}
        placeholder={DATE_RANGE_MESSAGES.pattern}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        error={faults.to}
        inputMode="numeric"
        autoComplete="off"
      />
      <Button type="submit" variant="default">
        {DATE_RANGE_MESSAGES.apply}
      </Button>
    </form>
  );
}

function faultOf(day: string | null): string | undefined {
  if (!day) return DATE_RANGE_MESSAGES.noDay;
  return isOnCalendar(day) ? undefined : DATE_RANGE_MESSAGES.offCalendar(typedDay(FIRST_DAY), typedDay(LAST_DAY));
}
