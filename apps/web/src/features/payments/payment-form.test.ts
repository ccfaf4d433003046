import type { Cart } from '@yardage/contract/carts';
import type { PaymentRequest } from '@yardage/contract/payments';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { paymentStatusText } from '@yardage/domain/payment-status';
import { runInLanguage } from '@yardage/messages/language';
import { describe, expect, it } from 'vitest';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { chargedText, methodName, paymentErrors, paymentFacts, paymentTotals, statusFact } from './payment-facts.ts';
import {
  caretAfter,
  caretIn,
  creditRequestOf,
  hostedRequestOf,
  type PaymentValues,
  payerEmailHint,
  paymentFaults,
  paymentRequestOf,
  permittedMethods,
  prefillOf,
  savedRequestOf,
  TYPED_AS,
} from './payment-form.ts';
import { refusedOutcome } from './payment-result.ts';

const TODAY = '2026-11-15';
const good: PaymentValues = {
  customerEmail: 'ap@example.com',
  customerPhone: '(423) 555-0142',
  cardNumber: '4242 4242 4242 4242',
  expiry: '11/26',
  cvc: '123',
  cardHolderName: 'Dana Whitfield',
  bankAccountNumber: '000123456789',
  confirmBankAccountNumber: '000123456789',
  bankRoutingNumber: '110000000',
  avsName: 'Tarnwick Builders',
  street: '5080 Thrasher Pike',
  country: 'US',
  state: 'TN',
  city: 'Hixson',
  zipCode: '37343',
};
const cart: Cart = {
  invoices: [
    {
      invoiceNumber: '1000007',
      documentDate: '2026-10-09',
      invoiceAmount: 100,
      discountAmount: 2,
      amountWithDiscount: 98,
      discountExpiryDate: '2026-11-10',
      openAmount: 100,
      wholeDiscountAmount: 2,
    },
  ],
  totalAmount: 100,
  totalDiscountAmount: 2,
  totalAmountWithDiscount: 98,
  credits: [],
  totalCreditAmount: 0,
  promisedCreditAmount: 0,
  amountToPay: 98,
};
const customer = { customerNumber: '10012', datasourceId: 1, globalCustomerNumber: 'G-10012' };
const card = (changes: Partial<PaymentValues>) => paymentFaults({ ...good, ...changes }, 'CreditCard', TODAY);
const check = (changes: Partial<PaymentValues>) => paymentFaults({ ...good, ...changes }, 'eCheck', TODAY);

describe('what is typed', () => {
  it('PAY-13 PAY-20 groups a card number by four, and refuses more than 19 characters instead of cutting them off', () => {
    expect(TYPED_AS.cardNumber?.('42424')).toBe('4242 4');
    expect(TYPED_AS.cardNumber?.('4242-4242x42424242')).toBe('4242 4242 4242 4242');
    const cardNumber = TYPED_AS.cardNumber?.('42424242424242424242') ?? '';
    expect(cardNumber).toBe('4242 4242 4242 4242 4242');
    expect(card({ cardNumber })).toEqual({ cardNumber: 'Card number is not valid' });
  });

  it('PAY-24 PAY-28 PAY-33 keeps too many digits, so that the rule can refuse them', () => {
    expect(TYPED_AS.bankRoutingNumber?.('1100000001')).toBe('1100000001');
    expect(check({ bankRoutingNumber: '1100000001' })).toEqual({ bankRoutingNumber: 'Invalid routing number provided' });
    expect(card({ cvc: TYPED_AS.cvc?.('12345') ?? '' })).toEqual({ cvc: 'CVC must be 3 or 4 digits' });
    expect(card({ zipCode: TYPED_AS.zipCode?.('373431') ?? '' })).toEqual({ zipCode: 'Invalid ZIP code format' });
    // The four extra digits of a ZIP+4 are dropped.
    expect(TYPED_AS.zipCode?.('37343-1234')).toBe('37343');
  });

  it('PAY-14 writes the expiry as MM/YY, four digits at most', () => {
    expect(['1', '12', '123', '12/34', '12345', 'a1b2'].map((typed) => TYPED_AS.expiry?.(typed))).toEqual([
      '1',
      '12',
      '12/3',
      '12/34',
      '12/34',
      '12',
    ]);
  });

  it.each(['8/27', '8/2027', '08/2027', '827', '0827', '08 / 27', '8-27', '082027'])(
    'PAY-14 turns %s into 08/27, pasted or typed, and sends it as month and year',
    (text) => {
      const format = (typed: string): string => TYPED_AS.expiry?.(typed) ?? typed;
      expect(format(text)).toBe('08/27');
      const typed = [...text].reduce((before, key) => format(before + key), '');
      expect(typed).toBe('08/27');
      const { paymentDetails } = paymentRequestOf({ ...good, expiry: typed }, 'CreditCard', cart, customer);
      expect(paymentDetails).toMatchObject({ expiryMonth: '08', expiryYear: '2027' });
    },
  );

  it('PAY-14 lets an expiry be deleted key by key', () => {
    const seen = [];
    for (let text = '08/27'; text !== ''; text = TYPED_AS.expiry?.(text.slice(0, -1)) ?? '') seen.push(text);
    expect(seen).toEqual(['08/27', '08/2', '08/', '08', '0']);
  });

  it('keeps the caret at its digit while spaces come and go', () => {
    expect(caretAfter('4242 4242', 4)).toBe(4);
    expect(caretAfter('4242 4242', 5)).toBe(6);
    expect(caretAfter('12/3', 3)).toBe(4);
    expect(caretAfter('', 0)).toBe(0);
    expect(caretIn('cardNumber', '42424242', 5)).toBe(6);
    // The zero added before a one-digit month counts as typed.
    expect(caretIn('expiry', '8', 1)).toBe(2);
  });
});

describe('the rules of the card form', () => {
  it('accept a valid card', () => expect(card({})).toEqual({}));

  it.each([
    ['PAY-19', { customerPhone: '' }, { customerPhone: 'Phone number is required' }],
    ['PAY-19', { customerPhone: '555-0142' }, { customerPhone: 'Please enter a valid phone number' }],
    ['PAY-20', { cardNumber: '4242 4242 4242 4241' }, { cardNumber: 'Card number is not valid' }],
    ['PAY-21', { expiry: '13/27' }, { expiry: 'Invalid month' }],
    ['PAY-22', { expiry: '12/25' }, { expiry: 'Invalid year' }],
    ['PAY-23', { expiry: '10/26' }, { expiry: 'Month must be current or later' }],
    ['PAY-24', { cvc: '12' }, { cvc: 'CVC must be 3 or 4 digits' }],
    ['PAY-25', { cardHolderName: 'x'.repeat(31) }, { cardHolderName: 'Maximum 30 characters allowed' }],
    [
      'PAY-26',
      { street: 'x'.repeat(31), city: 'x'.repeat(21) },
      { street: 'Maximum 30 characters allowed', city: 'Maximum 20 characters allowed' },
    ],
    ['PAY-27', { state: '' }, { state: 'State selection is required' }],
    ['PAY-28', { zipCode: '3734' }, { zipCode: 'Invalid ZIP code format' }],
  ] as const)('%s report what is wrong with %o', (_id, changes, faults) => expect(card(changes)).toEqual(faults));

  it('PAY-29 require every field, and only those of the chosen method', () => {
    const empty = Object.fromEntries(Object.keys(good).map((field) => [field, ''])) as unknown as PaymentValues;
    const shared = ['city', 'country', 'customerEmail', 'customerPhone', 'state', 'street', 'zipCode'];
    expect(Object.keys(card(empty)).sort()).toEqual([...shared, 'cardHolderName', 'cardNumber', 'cvc', 'expiry'].sort());
    expect(Object.keys(check(empty)).sort()).toEqual(
      [...shared, 'avsName', 'bankAccountNumber', 'bankRoutingNumber', 'confirmBankAccountNumber'].sort(),
    );
  });
});

describe('the rules of the e-check form', () => {
  it.each([
    ['PAY-30', { customerPhone: '12345' }, { customerPhone: 'Please enter a valid phone number' }],
    [
      'PAY-31',
      { bankAccountNumber: '12 34', confirmBankAccountNumber: '12 34' },
      { bankAccountNumber: 'Invalid account number provided', confirmBankAccountNumber: 'Invalid account number provided' },
    ],
    ['PAY-32', { confirmBankAccountNumber: '000123456780' }, { confirmBankAccountNumber: 'Bank Account Number do not match' }],
    ['PAY-33', { bankRoutingNumber: '11000000' }, { bankRoutingNumber: 'Invalid routing number provided' }],
    ['PAY-34', { avsName: 'x'.repeat(31) }, { avsName: 'Maximum 30 characters allowed' }],
  ] as const)('%s report what is wrong with %o', (_id, changes, faults) => expect(check(changes)).toEqual(faults));
});

describe('the payment request', () => {
  const metadata = {
    invoices: [{ invoiceNumber: '1000007', invoiceAmount: 100, discountAmount: 2, amountWithDiscount: 98, strStatusMessage: 'Pending' }],
    ...customer,
    customerEmail: 'ap@example.com',
    customerPhone: '(423) 555-0142',
  };
  const billingAddress = { street: '5080 Thrasher Pike', country: 'US', state: 'TN', city: 'Hixson', zipCode: '37343' };

  it('PAY-35 PAY-36 PAY-38 pays by card', () => {
    expect(paymentRequestOf(good, 'CreditCard', cart, customer)).toEqual({
      totalAmount: 100,
      totalDiscountAmount: 2,
      totalAmountWithDiscount: 98,
      currency: 'USD',
      paymentMethod: 'CreditCard',
      paymentDetails: {
        cardNumber: '4242424242424242',
        expiryMonth: '11',
        expiryYear: '2026',
        cvv: '123',
        cardHolderName: 'Dana Whitfield',
        billingAddress,
      },
      metadata,
    });
  });

  it('APY-01 APY-02 says what was open of a part, and which credits are used', () => {
    const [invoice] = cart.invoices as [Cart['invoices'][number]];
    const credit = {
      creditNumber: 'CM1',
      documentDate: '2026-10-09',
      reason: 'Short load',
      openAmount: 30,
      chosenAmount: 30,
      appliedAmount: 10,
    };
    const part: Cart = {
      ...cart,
      invoices: [{ ...invoice, invoiceAmount: 40, discountAmount: 0, amountWithDiscount: 40 }],
      credits: [credit, { ...credit, creditNumber: 'CM2', chosenAmount: null, appliedAmount: 0 }],
    };
    const request = paymentRequestOf(good, 'CreditCard', part, customer);
    expect(request.metadata.invoices).toMatchObject([{ invoiceAmount: 40, openAmount: 100 }]);
    expect(request.credits).toEqual([{ creditNumber: 'CM1', amount: 10 }]);
    expect(creditRequestOf(part, customer, 'dana@example.com')).toMatchObject({ paymentMethod: 'Credit', credits: request.credits });
  });

  it('PAY-37 pays by e-check, without card data', () => {
    const request = paymentRequestOf(good, 'eCheck', cart, customer);
    expect(request.paymentDetails).toEqual({
      avsName: 'Tarnwick Builders',
      bankAccountNumber: '000123456789',
      bankRoutingNumber: '110000000',
      billingAddress,
    });
    expect(JSON.stringify(request)).not.toContain('4242');
  });

  it("PAY-16 is prefilled from the customer's details, or from the signed-in address if they have none", () => {
    const details = { email: 'ap@example.com', phoneNumber: '4235550142', companyName: 'Tarnwick Builders' };
    expect(prefillOf(details, 'me@example.com')).toEqual({
      customerEmail: 'ap@example.com',
      customerPhone: '(423) 555-0142',
      avsName: 'Tarnwick Builders',
    });
    expect(prefillOf({ ...details, email: null, companyName: 'x'.repeat(31) }, 'me@example.com')).toMatchObject({
      customerEmail: 'me@example.com',
      avsName: '',
    });
    // While the details load, the read-only email stays empty. If they cannot be loaded, the user's own address is used, because without
    // one nobody could pay.
    expect(prefillOf(undefined, 'me@example.com').customerEmail).toBe('');
    expect(prefillOf(undefined, 'me@example.com', true).customerEmail).toBe('me@example.com');
  });

  it('PAY-11 offers the permitted methods only, card before e-check before PayPal', () => {
    const codes = [PERMISSIONS.INVOICES_PAY_PAL, PERMISSIONS.INVOICES_E_CHECK, PERMISSIONS.INVOICES_CREDIT_CARD];
    expect(permittedMethods(new Set(codes))).toEqual(['CreditCard', 'eCheck', 'PayPal']);
    expect(permittedMethods(new Set(codes.slice(0, 2)))).toEqual(['eCheck', 'PayPal']);
    expect(permittedMethods(new Set([...codes, PERMISSIONS.PAYMENTS_SAVED_METHODS])).at(-1)).toBe('Saved');
    expect(permittedMethods(new Set())).toEqual([]);
  });

  it('RES-04 APY-01 shows what was charged beside what credits covered', () => {
    const data = (totalAmountWithDiscount: number, totalCreditAmount: number) =>
      chargedText({ cartId: 'CRT1', totalAmount: 1_000, totalDiscountAmount: 0, totalAmountWithDiscount, totalCreditAmount });
    expect(data(1_000, 0)).toEqual({ figure: '$1,000.00', beside: '' });
    expect(data(1_000, 600)).toEqual({ figure: '$400.00', beside: '+ $600.00 from credits' });
    expect(data(600.1, 600.1)).toEqual({ figure: '$600.10 from credits', beside: '' });
  });

  it('APY-05 PAY-11 offers no saved methods to users who may charge neither cards nor accounts', () => {
    const { PAYMENTS_SAVED_METHODS, INVOICES_PAY_PAL, INVOICES_E_CHECK } = PERMISSIONS;
    expect(permittedMethods(new Set([PAYMENTS_SAVED_METHODS]))).toEqual([]);
    expect(permittedMethods(new Set([PAYMENTS_SAVED_METHODS, INVOICES_PAY_PAL]))).toEqual(['PayPal']);
    expect(permittedMethods(new Set([PAYMENTS_SAVED_METHODS, INVOICES_E_CHECK]))).toEqual(['eCheck', 'Saved']);
  });

  it('PAY-39 RES-04 names the method of a refusal, however it was entered', () => {
    const payer = { customerEmail: 'ap@example.com', customerPhone: '4235550142' };
    const hosted = hostedRequestOf({ kind: 'eCheck', reference: 'ref_12345678', ...payer }, cart, customer);
    const methodOf = (request: PaymentRequest) => methodName(refusedOutcome(new HttpProblem(400, {}), request).paymentMethod);
    expect(methodOf(hosted)).toBe('eCheck');
    expect(methodOf(savedRequestOf(7, payer, cart, customer))).toBe('Saved method');
  });

  it('PAY-39 RES-06 keeps metadata and errors of a refusal with 400, and nothing of the card', () => {
    const request = paymentRequestOf(good, 'CreditCard', cart, customer);
    const problem = {
      title: 'Some of the values sent are not valid.',
      errors: { cvv: ['CVC must be 3 or 4 digits'], expiry: ['Invalid year'] },
    };
    const outcome = refusedOutcome(new HttpProblem(400, problem), request);
    expect(paymentErrors(outcome)).toEqual(['CVC must be 3 or 4 digits', 'Invalid year']);
    expect(outcome.metadata.invoices).toEqual([{ ...metadata.invoices[0], strStatusMessage: 'Unpaid' }]);
    expect(JSON.stringify(outcome)).not.toContain('4242');
    expect(JSON.stringify(outcome)).not.toContain('"123"');
    // Kept in English, so that the page can show it in whichever language is chosen later.
    const inSpanish = runInLanguage('es', () => refusedOutcome(new HttpProblem(400, problem), request));
    expect(inSpanish.metadata.invoices[0]?.strStatusMessage).toBe('Unpaid');
  });

  it('RES-06 INV-12 LNG-01 says in Spanish what went wrong', () => {
    const errors = { payment: ['The card was declined.'], bank: ['The card was declined.', 'Do not honor (05)'] };
    runInLanguage('es', () => expect(paymentErrors({ errors })).toEqual(['La tarjeta fue rechazada.', 'Do not honor (05)']));
    runInLanguage('es', () =>
      expect(['Taken back', 'Pending', 'Paid', 'Received'].map(paymentStatusText)).toEqual(['Retirado', 'Pendiente', 'Pagado', 'Recibido']),
    );
  });

  it('INV-12 RES-04 says whether a payment counts, unless its message does', () => {
    expect(statusFact(0, 'The payment is disputed at the bank.')).toBe('Unpaid · The payment is disputed at the bank.');
    expect(statusFact(1, 'Approved')).toBe('Paid · Approved');
    expect(statusFact(2, 'Pending: waiting for the bank')).toBe('Pending: waiting for the bank');
    expect(statusFact(1, '')).toBe('Paid');
  });

  it('PAY-30 APY-05 a form without an email field waits for a valid email', () => {
    expect(payerEmailHint('ap@example.com')).toBeUndefined();
    expect(payerEmailHint(prefillOf(undefined, 'ap@example.com').customerEmail)).toMatch(/has to be loaded/);
    expect(payerEmailHint('ap@example')).toMatch(/ap@example, is not valid/);
  });

  it('RES-04 RES-05 has a result with status, method, customer, contact, ids and totals', () => {
    const outcome = {
      ...refusedOutcome(new HttpProblem(400, {}), paymentRequestOf(good, 'CreditCard', cart, customer)),
      status: 100_000,
      paymentId: 'P1',
    };
    const facts = [...paymentFacts({ ...outcome, cartData: { ...outcome.cartData, cartId: 'CRT1' } }), ...paymentTotals(outcome)];
    expect(Object.fromEntries(facts.map(({ label, value }) => [label, value]))).toEqual({
      Status: 'Paid',
      'Payment method': 'CreditCard',
      'Customer ID': '10012',
      Email: 'ap@example.com',
      Phone: '(423) 555-0142',
      'Payment ID': 'P1',
      'Cart ID': 'CRT1',
      'Total amount': '$100.00',
      'Total discount': '-$2.00',
      'Total amount with discount': '$98.00',
    });
  });
});
