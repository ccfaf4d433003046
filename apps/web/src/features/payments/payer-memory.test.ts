import { afterAll, afterEach, expect, it, vi } from 'vitest';
import type { PaymentValues } from './payment-form.ts';

const signedIn = vi.hoisted(() => ({ subject: 'priya' as string | undefined }));
vi.mock('#web/lib/session/stored-user.ts', () => ({ accountSubject: () => signedIn.subject }));
// Other tests in this worker may have loaded it without the mock, and some need it so.
vi.resetModules();
const { keepPayer, keptPayer } = await import('./payer-memory.ts');
afterEach(() => Object.assign(signedIn, { subject: 'priya' }));
afterAll(() => vi.resetModules());

const customer = { customerNumber: '10418', datasourceId: 1, globalCustomerNumber: 'G110418' };
const values: PaymentValues = {
  customerEmail: 'ap@example.com',
  customerPhone: '(423) 555-0142',
  cardNumber: '4000 0000 0000 0002',
  expiry: '11/26',
  cvc: '123',
  cardHolderName: 'Dana Whitfield',
  bankAccountNumber: '000123456789',
  confirmBankAccountNumber: '000123456789',
  bankRoutingNumber: '110000000',
  avsName: '',
  street: '5080 Thrasher Pike',
  country: 'US',
  state: 'TN',
  city: 'Hixson',
  zipCode: '37343',
};

it('PAY-12 PAY-15 the name and billing address of the last attempt are kept for the next, without any number of a card or account', () => {
  expect(keptPayer(customer)).toEqual({});
  keepPayer(customer, values);
  expect(keptPayer(customer)).toEqual({
    cardHolderName: 'Dana Whitfield',
    street: '5080 Thrasher Pike',
    city: 'Hixson',
    state: 'TN',
    zipCode: '37343',
    country: 'US',
  });
});

it('PAY-12 they are kept for the user and the customer that they were typed for', () => {
  keepPayer(customer, values);
  expect(keptPayer({ ...customer, globalCustomerNumber: 'G220733' })).toEqual({});
  Object.assign(signedIn, { subject: 'other' });
  expect(keptPayer(customer)).toEqual({});
});
