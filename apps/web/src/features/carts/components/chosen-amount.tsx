import { TextInput } from '@mantine/core';
import { centsOf, typedAmount } from '@yardage/domain/money';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { CARTS_MESSAGES as MESSAGES } from '../carts.messages.ts';
import { useTypedAmount } from '../use-cart.ts';
import classes from './chosen-amount.module.css';

interface ChosenAmountProps {
  /** The number of the invoice or credit. */
  number: string;
  amount: number;
  /** The most that can be chosen. */
  most: number;
  isBusy: boolean;
  /** Called with null for everything. */
  onChoose: (amount: number | null) => void;
}

/** An amount that can be changed in place: Enter or leaving the field keeps it, Esc does not. A wrong one stays until it is corrected. */
export function ChosenAmount({ number, amount, most, isBusy, onChoose }: ChosenAmountProps) {
  const [typed, setTyped] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const isBack = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const isEditing = typed !== undefined;
  useTypedAmount(number, isEditing, () => field.current);
  useEffect(() => {
    if (!isEditing && isBack.current) button.current?.focus();
    isBack.current = false;
  }, [isEditing]);

  if (!isEditing) {
    return (
      <button
        ref={button}
        type="button"
        className={classes.amount}
        aria-label={MESSAGES.changeAmount(number, formatCurrency(amount))}
        aria-disabled={isBusy}
        onClick={() => !isBusy && setTyped(formatAmount(amount))}
      >
        {formatAmount(amount)}
        <Icon name="edit" size={14} />
      </button>
    );
  }
  const cents = typedAmount(typed);
  const isWrong = cents === undefined || cents < 1 || cents > centsOf(most);
  const finish = (isKept: boolean): void => {
    setTyped(undefined);
    if (isKept && cents !== undefined && cents !== centsOf(amount)) onChoose(cents === centsOf(most) ? null : cents / 100);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    // Otherwise Esc would also close the panel or dialog that contains the field.
    event.stopPropagation();
    if (event.key === 'Enter' && isWrong) return;
    isBack.current = true;
    finish(event.key === 'Enter');
  };
  return (
    <TextInput
      ref={field}
      className={classes.field}
      aria-label={MESSAGES.amountOf(number)}
      inputMode="decimal"
      autoComplete="off"
      autoFocus
      value={typed}
      error={isWrong ? MESSAGES.amountRange(formatCurrency(most)) : null}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={() => {
        if (!isWrong) finish(true);
      }}
    />
  );
}
