import { NativeSelect, TextInput } from '@mantine/core';
import type { PaymentMethod } from '@yardage/contract/payments';
import { COUNTRY_NAMES } from '@yardage/domain/names.messages';
import { BILLING_COUNTRIES } from '@yardage/domain/payment-rules';
import { US_STATES } from '@yardage/domain/us-states';
import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { CHECKOUT_MESSAGES as MESSAGES } from '../checkout.messages.ts';
import { keepPayer, keptPayer } from '../payer-memory.ts';
import {
  caretIn,
  FIELDS_OF,
  type PaymentFaults,
  type PaymentField,
  type PaymentValues,
  paymentFaults,
  type prefillOf,
  TYPED_AS,
} from '../payment-form.ts';
import classes from './checkout-form.module.css';

interface FieldProps {
  form: PaymentForm;
  field: PaymentField;
  /** The `autocomplete` token for the browser's autofill. */
  autoComplete: string;
  inputMode?: 'numeric' | 'tel' | 'email' | 'text';
  placeholder?: string;
  isReadOnly?: boolean;
}

/** Returns the id of a field's input, used to focus the first invalid field. */
export const fieldId = (field: PaymentField): string => `pay-${field}`;

/** One input with its label, its error message and its formatting while typing. */
function Field({ form, field, autoComplete, inputMode = 'text', placeholder, isReadOnly = false }: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  // Formatting adds and removes spaces and slashes. Restore the caret to the digit that the user is editing.
  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const change = ({ currentTarget: { value, selectionStart } }: ChangeEvent<HTMLInputElement>): void => {
    const formatted = TYPED_AS[field]?.(value) ?? value;
    if (formatted !== value) caret.current = caretIn(field, value, selectionStart ?? value.length);
    form.type(field, formatted);
  };
  return (
    <TextInput
      ref={input}
      id={fieldId(field)}
      name={field}
      label={MESSAGES.labels[field]}
      value={form.values[field]}
      error={form.faults[field]}
      onChange={change}
      onBlur={() => form.leave(field)}
      autoComplete={autoComplete}
      inputMode={inputMode}
      spellCheck={false}
      readOnly={isReadOnly}
      required
      withAsterisk={false}
      {...(placeholder !== undefined && { placeholder })}
    />
  );
}

/** Email, which is read-only because it belongs to the account, and phone (PAY-15, PAY-19). */
export function ContactFields({ form }: { form: PaymentForm }) {
  return (
    <fieldset className={classes.group}>
      <legend>{MESSAGES.contact}</legend>
      <div className={classes.pair} data-stacks>
        <Field form={form} field="customerEmail" autoComplete="email" inputMode="email" isReadOnly />
        <Field form={form} field="customerPhone" autoComplete="tel" inputMode="tel" />
      </div>
    </fieldset>
  );
}

/** The card fields (PAY-12 to PAY-14). */
function CardFields({ form }: { form: PaymentForm }) {
  return (
    <fieldset className={classes.group}>
      <legend>{MESSAGES.card}</legend>
      <Field form={form} field="cardNumber" autoComplete="cc-number" inputMode="numeric" placeholder="1234 1234 1234 1234" />
      <div className={classes.pair}>
        <Field form={form} field="expiry" autoComplete="cc-exp" inputMode="numeric" placeholder={MESSAGES.expiryPlaceholder} />
        <Field form={form} field="cvc" autoComplete="cc-csc" inputMode="numeric" />
      </div>
      <Field form={form} field="cardHolderName" autoComplete="cc-name" />
    </fieldset>
  );
}

/** The bank account fields (PAY-15). Autofill is off so that browsers do not store the numbers. */
function BankFields({ form }: { form: PaymentForm }) {
  return (
    <fieldset className={classes.group}>
      <legend>{MESSAGES.bank}</legend>
      <div className={classes.pair} data-stacks>
        <Field form={form} field="bankAccountNumber" autoComplete="off" />
        <Field form={form} field="confirmBankAccountNumber" autoComplete="off" />
      </div>
      <div className={classes.pair} data-stacks>
        <Field form={form} field="bankRoutingNumber" autoComplete="off" inputMode="numeric" />
        <Field form={form} field="avsName" autoComplete="billing name" />
      </div>
    </fieldset>
  );
}

const FIELDS_BY_METHOD = { CreditCard: CardFields, eCheck: BankFields } as const satisfies Record<PaymentMethod, typeof CardFields>;

/** The fields of a card or account. */
export function MethodFields({ method, form }: { method: PaymentMethod; form: PaymentForm }) {
  const Fields = FIELDS_BY_METHOD[method];
  return <Fields form={form} />;
}

const stateOptions = () => [
  { value: '', label: MESSAGES.chooseState },
  ...US_STATES.map(({ abbreviation, name }) => ({ value: abbreviation, label: name })),
];

/** The billing address. Native selects: browsers can autofill them, and phones show their own picker (PAY-12). */
export function BillingFields({ form }: { form: PaymentForm }) {
  const choice = (field: 'state' | 'country') => ({
    id: fieldId(field),
    name: field,
    label: MESSAGES.labels[field],
    value: form.values[field],
    error: form.faults[field],
    onChange: ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => form.type(field, currentTarget.value),
    onBlur: () => form.leave(field),
    required: true,
    withAsterisk: false,
  });
  return (
    <fieldset className={classes.group}>
      <legend>{MESSAGES.billing}</legend>
      <Field form={form} field="street" autoComplete="billing address-line1" />
      <div className={classes.pair}>
        <Field form={form} field="city" autoComplete="billing address-level2" />
        <NativeSelect {...choice('state')} autoComplete="billing address-level1" data={stateOptions()} />
      </div>
      <div className={classes.pair}>
        <Field form={form} field="zipCode" autoComplete="billing postal-code" inputMode="numeric" />
        <NativeSelect
          {...choice('country')}
          autoComplete="billing country"
          data={BILLING_COUNTRIES.map((value) => ({ value, label: COUNTRY_NAMES[value] }))}
        />
      </div>
    </fieldset>
  );
}

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
  const customer = useCustomer();
  const [kept] = useState(() => keptPayer(customer));
  const [typed, setTyped] = useState<Partial<PaymentValues>>({});
  const [submitted, setSubmitted] = useState(typed);
  const [left, setLeft] = useState<ReadonlySet<PaymentField>>(new Set());
  const [judged, setJudged] = useState<ReadonlySet<PaymentMethod>>(new Set());
  const values: PaymentValues = { ...EMPTY, ...prefill, ...kept, ...typed };
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
      if (faulty) return faulty;
      setSubmitted(typed);
      keepPayer(customer, values);
      return undefined;
    },
  };
}

type PaymentForm = ReturnType<typeof usePaymentForm>;
