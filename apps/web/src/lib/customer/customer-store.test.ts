import type { CustomerNumberEntry } from '@yardage/contract/users';
import { afterEach, describe, expect, it } from 'vitest';
import { customerStateOf, defaultCustomer } from './customer-store.ts';
import { keepCustomer, readCustomer, setCurrentCustomer } from './customer-url.ts';

const entry = (customerNumber: string, datasourceId = 1): CustomerNumberEntry => ({
  customerNumber,
  datasourceId,
  globalCustomerNumber: `G${datasourceId}-${customerNumber}`,
  datasource: 'Central',
  dataset: 'CEN',
  displayName: `Customer ${customerNumber}`,
  timeZone: 'America/Chicago',
});
const list = [entry('1'), entry('2'), entry('2', 9)];
const NOTHING_WANTED = { inUrl: undefined, inUse: null, remembered: undefined };

afterEach(() => setCurrentCustomer(null));

describe('the selected customer number', () => {
  it('PER-02 is the first of the list by default', () => {
    expect(defaultCustomer(list, undefined)).toBe(list[0]);
    expect(customerStateOf(list, NOTHING_WANTED)).toEqual({ list, selected: list[0], refused: null });
  });

  it('PER-03 is the stored one while the list still contains it', () => {
    const remembered = { customerNumber: '2', datasourceId: 9, globalCustomerNumber: 'G9-2' };
    expect(customerStateOf(list, { ...NOTHING_WANTED, remembered }).selected).toBe(list[2]);
    expect(customerStateOf([entry('1')], { ...NOTHING_WANTED, remembered }).selected).toEqual(entry('1'));
  });

  it('PER-01 PER-03 is that of the address, whatever is stored or selected', () => {
    const wanted = { inUrl: 'G9-2', inUse: entry('1'), remembered: entry('2') };
    expect(customerStateOf(list, wanted).selected).toBe(list[2]);
  });

  it('PER-01 is none if the address names one without access, and no other one is shown', () => {
    const wanted = { ...NOTHING_WANTED, inUrl: 'G7-7', remembered: entry('1') };
    expect(customerStateOf(list, wanted)).toEqual({ list, selected: null, refused: { globalCustomerNumber: 'G7-7', withdrawn: null } });
  });

  it('stays selected when the list is fetched again', () => {
    expect(customerStateOf(list, { ...NOTHING_WANTED, inUse: entry('2'), remembered: entry('1') }).selected).toBe(list[1]);
  });

  it('PER-01 is none, with the reason, once access to the selected one is withdrawn; it returns with the access', () => {
    const wanted = { ...NOTHING_WANTED, inUrl: 'G1-2', inUse: entry('2') };
    const refused = { globalCustomerNumber: 'G1-2', withdrawn: entry('2') };
    expect(customerStateOf([entry('1')], wanted)).toEqual({ list: [entry('1')], selected: null, refused });
    expect(customerStateOf([], wanted)).toEqual({ list: [], selected: null, refused });
    expect(customerStateOf(list, wanted)).toEqual({ list, selected: list[1], refused: null });
  });

  it('PER-04 is none for an empty list, whatever the address says', () => {
    expect(customerStateOf([], { ...NOTHING_WANTED, inUrl: 'G1-1', remembered: entry('1') })).toEqual({
      list: [],
      selected: null,
      refused: null,
    });
  });
});

describe('the customer in the address', () => {
  it.each([undefined, '', ' ', {}, ['G1'], true, 'G'.repeat(41)])('is none for %j', (customer) => {
    expect(readCustomer({ customer })).toEqual({ customer: undefined });
  });

  it('is text, even if it looks like a number', () => {
    expect(readCustomer({ customer: 110418 })).toEqual({ customer: '110418' });
  });

  const navigate = (from: object, to: object) => keepCustomer({ search: from, next: () => to });

  it('PER-01 stays on every navigation that names no other one', () => {
    expect(navigate({ customer: 'G1', order: 7 }, { view: 'flat' })).toEqual({ view: 'flat', customer: 'G1' });
    expect(navigate({ customer: 'G1' }, { customer: 'G2' })).toEqual({ customer: 'G2' });
    expect(navigate({ customer: 'G1' }, { customer: undefined })).toEqual({ customer: 'G1' });
  });

  it("is the tab's own after a page without one", () => {
    expect(navigate({}, {})).toEqual({});
    setCurrentCustomer(entry('2'));
    expect(navigate({}, {})).toEqual({ customer: 'G1-2' });
  });
});
