import type { CustomerNumberEntry } from '@yardage/contract/users';
import { describe, expect, it } from 'vitest';
import { type CustomerState, chooseCustomer, withList } from './customer-store.ts';

const entry = (customerNumber: string, datasourceId = 1): CustomerNumberEntry => ({
  customerNumber,
  datasourceId,
  globalCustomerNumber: `G${customerNumber}`,
  datasource: 'Central',
  dataset: 'CEN',
  displayName: `Customer ${customerNumber}`,
  timeZone: 'America/Chicago',
});
const list = [entry('1'), entry('2'), entry('2', 9)];

describe('the selected customer number', () => {
  it('PER-02 is the first of the list by default', () => {
    expect(chooseCustomer(list, [null, undefined])).toBe(list[0]);
  });

  it('PER-03 is the remembered one while the list still has it', () => {
    expect(chooseCustomer(list, [null, { customerNumber: '2', datasourceId: 9, globalCustomerNumber: 'G2' }])).toBe(list[2]);
    expect(chooseCustomer(list, [null, { customerNumber: '7', datasourceId: 1, globalCustomerNumber: 'G7' }])).toBe(list[0]);
  });

  it('stays the one in use when the list comes again', () => {
    expect(chooseCustomer(list, [entry('2'), entry('1')])).toBe(list[1]);
  });

  it('PER-01 is none, with the reason, once the one in use is withdrawn; it comes back with the access', () => {
    const before: CustomerState = { list, selected: entry('2'), withdrawn: null };
    const after = withList(before, [entry('1')], entry('2'));
    expect(after).toEqual({ list: [entry('1')], selected: null, withdrawn: entry('2') });
    expect(withList(after, [entry('1')], undefined)).toEqual(after);
    expect(withList(after, [], undefined)).toMatchObject({ selected: null, withdrawn: entry('2') });
    expect(withList(after, list, undefined)).toEqual({ list, selected: list[1], withdrawn: null });
    expect(withList({ list: null, selected: null, withdrawn: null }, [entry('1')], entry('2')).selected).toEqual(entry('1'));
  });

  it('PER-04 is none for an empty list', () => {
    expect(chooseCustomer([], [entry('1')])).toBeNull();
  });
});
