import { describe, expect, it } from 'vitest';
import { isLiveTicket, ticketQuery, ticketsQuery } from './tickets.api.ts';
import { TICKETS_MESSAGES } from './tickets.messages.ts';

const CUSTOMER = { customerNumber: '1', datasourceId: 1, globalCustomerNumber: 'G1', dataset: 'CONE' };

describe('the list of tickets', () => {
  it('TKT-01 TKT-07 is live while a load is under way that is not cancelled', () => {
    const live = (isCancelled: boolean) => [1, 2, 3, 4, 5, 6].filter((statusId) => isLiveTicket({ statusId, isCancelled }));
    expect(live(false)).toEqual([2, 3, 4, 5]);
    expect(live(true)).toEqual([]);
  });
});

describe('tickets that failed to load', () => {
  it('TKT-25 have the messages of the specification: the list, a ticket in its drawer, and one that a number opens', () => {
    expect(ticketsQuery(CUSTOMER, {}).meta).toEqual({ failureText: 'Error While fetching tickets' });
    expect(TICKETS_MESSAGES.detailFailed).toBe('Error fetching tickets Details');
    expect(ticketQuery(CUSTOMER, 1).meta).toEqual({ failureText: 'Error While fetching ticket Details' });
  });
});
