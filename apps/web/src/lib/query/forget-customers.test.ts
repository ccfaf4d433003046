import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { forgetCustomersExcept } from './forget-customers.ts';
import { createQueryClient } from './query-client.ts';

it('PER-05 PER-06 what is in memory about a customer whose access was withdrawn is removed, except what is shown', () => {
  const client = createQueryClient(() => undefined);
  const keys = {
    withdrawn: ['invoices.list', { params: { globalCustomerNumber: 'G2' }, query: { search: 'x' } }],
    inQuery: ['truck-tracking.eta', { globalCustomerNumber: 'G2' }, 7],
    granted: ['invoices.list', { params: { globalCustomerNumber: 'G1' }, query: { search: '"globalCustomerNumber":"G2"' } }],
    ofUser: ['users.profile', {}],
    shown: ['orders.list', { params: { globalCustomerNumber: 'G2' } }],
  };
  for (const queryKey of Object.values(keys)) client.setQueryData(queryKey, 'known');
  const stop = new QueryObserver(client, { queryKey: keys.shown, enabled: false }).subscribe(() => undefined);
  forgetCustomersExcept(client, [{ globalCustomerNumber: 'G1' }]);
  const left = Object.entries(keys).filter(([, queryKey]) => client.getQueryData(queryKey) !== undefined);
  expect(left.map(([name]) => name)).toEqual(['granted', 'ofUser', 'shown']);
  stop();
});
