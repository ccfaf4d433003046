import { z } from 'zod';
import { deskCustomer } from './desk.ts';
import { defineEndpoint } from './endpoint.ts';
import { DESK_CUSTOMER_SORT_KEYS } from './lists.ts';
import { pagedResult, pageParams } from './paging.ts';
import { dataset } from './scalars.ts';

/** A customer account in the desk's list. */
export const deskAccountRow = deskCustomer.extend({
  dataset: z.string(),
  city: z.string(),
  state: z.string(),
  /** Open invoices less open credits and payments on account. */
  balanceAmount: z.number(),
  /** How many users may use the account. */
  userCount: z.int(),
});
export type DeskAccountRow = z.infer<typeof deskAccountRow>;

const view = { access: { staff: ['customers'] }, scope: 'user', requirement: 'STF-02' } as const;

export const listDeskAccounts = defineEndpoint({
  id: 'desk.accounts',
  summary: 'Customer accounts by name, number, city or data source, with their balance',
  method: 'GET',
  path: '/desk/accounts',
  ...view,
  query: z.object({ ...pageParams(DESK_CUSTOMER_SORT_KEYS), dataset: dataset.optional() }),
  answer: pagedResult(deskAccountRow),
});

export const listDeskDataSources = defineEndpoint({
  id: 'desk.data-sources',
  summary: 'The data sources of the installation',
  method: 'GET',
  path: '/desk/data-sources',
  access: { staff: ['customers', 'announcements'] },
  scope: 'user',
  requirement: 'STF-02',
  answer: z.array(z.strictObject({ id: z.int(), code: z.string(), name: z.string() })),
});
