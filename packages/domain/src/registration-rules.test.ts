import { describe, expect, it } from 'vitest';
import { phoneDigits } from './person-fields.ts';
import { isSameCompany, type RegistrationFields, registrationFaults } from './registration-rules.ts';

const GOOD: RegistrationFields = {
  email: 'dana@example.com',
  confirmEmail: 'Dana@example.com',
  phoneNumber: '(423) 555-0188',
  companyName: 'Tarnwick Builders',
  customerNumber: '10418',
  firstName: 'Dana',
  lastName: 'Whitlock',
  address: '940 Thrasher Pike',
  city: 'Hixson',
  stateId: 43,
  zip: '37343',
};
const EMPTY = Object.fromEntries(Object.keys(GOOD).map((name) => [name, name === 'stateId' ? null : ' '])) as unknown as RegistrationFields;
const faults = (changes: Partial<RegistrationFields>) => registrationFaults({ ...GOOD, ...changes }, 'public');

describe('the registration form', () => {
  it('REG-11 REG-12 REG-13 REG-14 REG-15 REG-16 REG-17 reports every empty field as required', () => {
    expect(registrationFaults(EMPTY, 'public')).toEqual({
      email: 'Email is required',
      confirmEmail: 'Confirm email is required',
      phoneNumber: 'Phone number is required',
      companyName: 'Company is required',
      customerNumber: 'Customer # is required',
      firstName: 'First name is required',
      lastName: 'Last name is required',
      address: 'Address is required',
      city: 'City is required',
      stateId: 'State is required',
      zip: 'Zip code is required',
    });
    expect(registrationFaults(GOOD, 'public')).toEqual({});
  });

  it('REG-09 requires names without links and single-line fields; the locked names of the dialog are accepted as they are', () => {
    const notAName = 'Use a name without links, addresses or the characters < > @ / \\ :';
    for (const lastName of ['evil.example', 'http://x', 'a@b', 'WWW.x'])
      expect(faults({ lastName }), lastName).toEqual({ lastName: notAName });
    for (const lastName of ['St. John', 'J.R.', "O'Neil-Vance", 'Núñez']) expect(faults({ lastName }), lastName).toEqual({});
    expect(faults({ city: 'a\nb' })).toEqual({ city: 'Use plain text without line breaks or control characters' });
    expect(faults({ companyName: 'Amazon.com, A/B Division' })).toEqual({});
    expect(registrationFaults({ ...GOOD, lastName: 'St.John' }, 'in-app')).toEqual({});
  });

  it('REG-11 REG-12 requires an email, the same twice', () => {
    expect(faults({ email: 'dana@' })).toMatchObject({ email: 'Invalid email format' });
    expect(faults({ confirmEmail: 'dana@' })).toEqual({ confirmEmail: 'Invalid confirm email format' });
    expect(faults({ confirmEmail: 'dan@example.com' })).toEqual({ confirmEmail: 'Email do not match' });
  });

  it('REG-13 requires ten digits of a phone, but not in the dialog', () => {
    for (const phoneNumber of ['423555018', '42355501888', '4235550x88']) {
      expect(faults({ phoneNumber }), phoneNumber).toEqual({ phoneNumber: 'Phone number must be 10 digits' });
    }
    expect(registrationFaults({ ...GOOD, phoneNumber: '' }, 'in-app')).toEqual({});
    expect(registrationFaults({ ...GOOD, phoneNumber: '12', confirmEmail: '' }, 'in-app')).toEqual({});
    expect(phoneDigits('+1 (423) 555-0188')).toBe('4235550188');
  });

  it('REG-17 requires five digits of a ZIP code', () => {
    for (const zip of ['3734', '373433', '3734a']) expect(faults({ zip }), zip).toEqual({ zip: 'Invalid zip code' });
  });
});

describe('the company of a registration', () => {
  it('REG-23 is that of an account with the same name, whatever its case, punctuation or legal form', () => {
    expect(isSameCompany('Dovecote Homes', 'DOVECOTE HOMES, L.L.C.')).toBe(true);
    expect(isSameCompany('Tarnwick & Sons Co.', 'The Tarnwick and Sons Company')).toBe(true);
    expect(isSameCompany('Dovecote Homes', 'Dovecote Paving')).toBe(false);
    expect(isSameCompany('Harlan Creek', 'Harlan Creek Paving')).toBe(false);
  });
});
