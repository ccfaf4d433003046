import { describe, expect, it } from 'vitest';
import { canChange, canDecide, canGrant, type MemberFields, memberFaults } from './member-rules.ts';

const GOOD: MemberFields = {
  email: 'dana@example.com',
  phone: '423-555-0188',
  firstName: 'Dana',
  lastName: 'Whitlock',
  address: '940 Thrasher Pike',
  city: 'Hixson',
  stateId: 43,
  zip: '37343',
  roleId: 4,
  isEnabled: true,
};

describe('the member form', () => {
  it('USR-11 USR-12 USR-13 reports missing and invalid fields', () => {
    expect(memberFaults(GOOD)).toEqual({});
    // A phone that the supplier sent with more digits may stay as it is, and nothing else may take its place.
    expect(memberFaults({ ...GOOD, phone: '+52 81 1234 5678' }, '528112345678')).toEqual({});
    for (const [phone, stored] of [
      ['528112345679', '528112345678'],
      ['12', '12'],
      ['', ''],
    ] as const)
      expect(Object.keys(memberFaults({ ...GOOD, phone }, stored)), phone).toEqual(['phone']);
    expect(memberFaults({ ...GOOD, email: 'dana', phone: '12', zip: '1' })).toEqual({
      email: 'Invalid email address',
      phone: 'Invalid phone number',
      zip: 'Invalid zip code',
    });
    const empty = { email: '', phone: '', firstName: ' ', lastName: '', address: '', city: '', stateId: null, zip: '', roleId: null };
    expect(memberFaults({ ...empty, isEnabled: true })).toEqual({
      email: 'Email is required',
      phone: 'Phone number is required',
      firstName: 'First name is required',
      lastName: 'Last name is required',
      address: 'Address is required',
      city: 'City is required',
      stateId: 'State is required',
      zip: 'Zip code is required',
      roleId: 'Role is required',
    });
  });
});

describe('what can be done with a member', () => {
  it('USR-06 only an open request can be decided', () => {
    expect([0, 1, 2, 3].filter((statusId) => canDecide({ statusId, roleId: null }))).toEqual([1]);
  });

  it('USR-08 only an approved member who is not Owner can be edited or deleted', () => {
    expect([0, 1, 2, 3].filter((statusId) => canChange({ statusId, roleId: 6 }))).toEqual([2]);
    expect(canChange({ statusId: 2, roleId: 1 })).toBe(false);
  });

  it('nobody grants a code that they do not hold, and only an Owner makes an Owner', () => {
    const [owner, administrator, small] = [
      { roleId: 1, codes: ['a', 'b'] },
      { roleId: 2, codes: ['a', 'b'] },
      { roleId: 9, codes: ['a'] },
    ];
    expect(canGrant(owner, owner)).toBe(true);
    expect(canGrant(administrator, owner)).toBe(false);
    expect(canGrant(administrator, administrator)).toBe(true);
    expect(canGrant(small, administrator)).toBe(false);
    expect(canGrant(administrator, small)).toBe(true);
  });
});
