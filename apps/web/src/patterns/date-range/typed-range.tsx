import { Button, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { DATE_RANGE_MESSAGES } from './date-range.messages.ts';
import classes from './date-range-panel.module.css';
import { type DayRange, isOnCalendar, readTypedDay, typedDay } from './days.ts';

interface TypedRangeProps {
  value: DayRange | null;
  onChoose: (range: DayRange) => void;
}

/** Two date fields. Invalid days, days outside the calendar and a wrong order are reported at the field. */
export function TypedRange({ value, onChoose }: TypedRangeProps) {
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
    <form className={classes.typed} onSubmit={apply} noValidate>
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
  return isOnCalendar(day) ? undefined : DATE_RANGE_MESSAGES.offCalendar;
}
