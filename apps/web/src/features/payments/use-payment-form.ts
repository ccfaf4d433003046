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

/** What is filled in until the person types something else. */
export type Prefill = ReturnType<typeof prefillOf>;

/**
 * What was typed, and what is wrong with it: a field is judged once it was left with something in it, all of them once Pay Now was pressed; from
 * then on the judgement follows every key.
 */
export function usePaymentForm(method: PaymentMethod, today: string, prefill: Prefill) {
  const [typed, setTyped] = useState<Partial<PaymentValues>>({});
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
    type: (field: PaymentField, value: string): void => setTyped((before) => ({ ...before, [field]: value })),
    leave: (field: PaymentField): void => {
      if (values[field] !== '') setLeft((before) => new Set([...before, field]));
    },
    /** The first field that keeps the payment from being made; none where everything is right. */
    judge: (): PaymentField | undefined => {
      setJudged((before) => new Set([...before, method]));
      return FIELDS_OF[method].find((field) => faults[field]);
    },
  };
}

export type PaymentForm = ReturnType<typeof usePaymentForm>;
