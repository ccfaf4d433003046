import { describe, expect, it } from 'vitest';
import { withCustomer } from './customer-link.ts';

describe('an address of the portal', () => {
  it.each([
    ['/invoices', '/invoices?customer=G110418'],
    ['/support?request=7', '/support?request=7&customer=G110418'],
  ])('PER-01 names the customer: %s', (path, address) => {
    expect(withCustomer(path, 'G110418')).toBe(address);
  });
});
