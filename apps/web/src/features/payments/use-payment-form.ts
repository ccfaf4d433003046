import type { PaymentMethod } from '@yardage/contract/payments';
import { useState } from 'react';
import { FIELDS_OF, type PaymentFaults, type PaymentField, type PaymentValues, paymentFaults, type prefillOf } from './payment-form.ts';

const EMPTY: PaymentValues = {
  customerEmail: '',
  customerPhone: '',
  cardNumber: '',
  expiry: '',
  cvc: '',
  cardHolderName: '',
  bankAccountNumber: '',
  confirmBankAccountNumber: '',
  bankRoutingNumber: '',
  avsName: '',
  street: '',
  country: 'US',
  state: '',
  city: '',
  zipCode: '',
};

/** Values shown until the user types something else. */
export type Prefill = ReturnType<typeof prefillOf>;

/**
 * The typed values and their errors. A field is validated once it is left non-empty, and all fields once Pay Now is pressed. After that,
 * errors update on every keystroke.
 */
export function usePaymentForm(method: PaymentMethod, today: string, prefill: Prefill) {
  const [typed, setTyped] = useState<Partial<PaymentValues>>({});
  const [submitted, setSubmitted] = useState(typed);
  const [left, setLeft] = useState<ReadonlySet<PaymentField>>(new Set());
  const [judged, setJudged] = useState<ReadonlySet<PaymentMethod>>(new Set());
  const values: PaymentValues = { ...EMPTY, ...prefill, ...typed };
  const faults = paymentFaults(values, method, today);
  const shown: PaymentFaults = judged.has(method)
    ? faults
    : Object.fromEntries(Object.entries(faults).filter(([field]) => left.has(field as PaymentField)));
  return {
    values,
    faults: shown,
    /** Whether something was typed since the last attempt to pay. */
    isChanged: typed !== submitted,
    type: (field: PaymentField, value: string): void => setTyped((before) => ({ ...before, [field]: value })),
    leave: (field: PaymentField): void => {
      if (values[field] !== '') setLeft((before) => new Set([...before, field]));
    },
    /** Shows all errors and returns the first invalid field, or undefined if all are valid and can be sent. */
    validate: (): PaymentField | undefined => {
      setJudged((before) => new Set([...before, method]));
      const faulty = FIELDS_OF[method].find((field) => faults[field]);
      if (!faulty) setSubmitted(typed);
      return faulty;
    },
  };
}

export type PaymentForm = ReturnType<typeof usePaymentForm>;
