import { TextInput } from '@mantine/core';
import { MAX_PLAN_CASH } from '@yardage/contract/discount-plan';
import { isOnCalendar } from '@yardage/domain/calendar';
import { typedDollars } from '@yardage/domain/money';
import { useEffect, useEffectEvent, useState } from 'react';
import { Card } from '#web/patterns/card.tsx';
import { DISCOUNT_PLAN_MESSAGES as MESSAGES } from '../discount-plan.messages.ts';
import classes from './discount-plan.module.css';

/** Debounce of the typed values. */
const TYPING_MS = 350;

/** The question that the plan answers. An empty amount is no limit. */
export interface PlanQuestion {
  cash: string;
  day: string | undefined;
  isFilled: boolean;
}

interface PlanFormProps extends PlanQuestion {
  today: string;
  onChange: (changes: Partial<PlanQuestion>) => void;
}

/** How much to spend and when. The plan follows while the user types. */
export function PlanForm({ cash, day, isFilled, today, onChange }: PlanFormProps) {
  const [typed, setTyped] = useState(cash);
  // Without a chosen day it is today, also after midnight.
  const [chosenDay, setChosenDay] = useState(day);
  const shownDay = chosenDay ?? today;
  const isCash = (typedDollars(typed) ?? Number.POSITIVE_INFINITY) <= MAX_PLAN_CASH;
  const cashFault = typed.trim() !== '' && !isCash ? MESSAGES.cashFault : null;
  const dayFault = !isOnCalendar(shownDay) || shownDay < today ? MESSAGES.dayFault : null;
  const send = useEffectEvent(() => {
    const changes: Partial<PlanQuestion> = {
      ...(!cashFault && typed.trim() !== cash && { cash: typed.trim() }),
      ...(!dayFault && shownDay !== (day ?? today) && { day: shownDay === today ? undefined : shownDay }),
    };
    if (Object.keys(changes).length > 0) onChange(changes);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the delay
  useEffect(() => {
    const timer = setTimeout(send, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, shownDay]);
  return (
    <Card title={MESSAGES.form}>
      <form
        className={classes.form}
        noValidate
        aria-label={MESSAGES.form}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextInput
          label={MESSAGES.cash}
          description={MESSAGES.cashHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          leftSection="$"
          value={typed}
          error={cashFault}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={MESSAGES.day}
          min={today}
          value={shownDay}
          error={dayFault}
          onChange={({ currentTarget: { value } }) => setChosenDay(value === today ? undefined : value)}
        />
        <label className={classes.fill}>
          <input type="checkbox" checked={isFilled} onChange={(event) => onChange({ isFilled: event.currentTarget.checked })} />
          {MESSAGES.fill}
        </label>
      </form>
    </Card>
  );
}
