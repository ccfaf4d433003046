import type { CustomerNumberEntry } from '@yardage/contract/users';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rememberedCustomer } from './customer-store.ts';
import { openCustomer } from './open-customer.ts';

const entry: CustomerNumberEntry = {
  customerNumber: '2',
  datasourceId: 1,
  globalCustomerNumber: 'G2',
  datasource: 'Central',
  dataset: 'CEN',
  displayName: 'Customer 2',
  timeZone: 'America/Chicago',
};

beforeEach(() => {
  const kept = new Map<string, string>();
  const localStorage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) };
  vi.stubGlobal('window', { localStorage });
  vi.stubGlobal('localStorage', localStorage);
});
afterEach(() => vi.unstubAllGlobals());

it('PER-03 PER-05 a chosen customer is remembered once its page is open, and not if the user stays to keep what is typed', async () => {
  // The router's promise ends with the navigation that takes place, which may be another one.
  const { promise: settled, resolve } = Promise.withResolvers<void>();
  const router = { latestLocation: { search: { customer: 'G1' } }, navigate: () => settled };
  const stayed = openCustomer(router as never, entry, [entry]);
  expect(rememberedCustomer()).toBeUndefined();
  resolve();
  await stayed;
  expect(rememberedCustomer()).toBeUndefined();

  router.latestLocation = { search: { customer: 'G2' } };
  await openCustomer(router as never, entry, [entry]);
  expect(rememberedCustomer()).toEqual({ customerNumber: '2', datasourceId: 1, globalCustomerNumber: 'G2' });
});
