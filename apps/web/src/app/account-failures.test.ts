import { describe, expect, it } from 'vitest';
import { memberFailures, memberQuery, membersQuery, rolesQuery } from '#web/features/members/members.api.ts';
import { sendFailure, supportAttachmentsQuery, supportTicketQuery, supportTicketsQuery } from '#web/features/support/support.api.ts';
import { activeTrucksQuery } from '#web/features/truck-tracking/truck-tracking.api.ts';
import { HttpProblem, NetworkFailure } from '#web/lib/http/http-errors.ts';
import type { FailureMeta } from '#web/lib/query/query-client.ts';
import { toastsFor } from './error-toasts.ts';

const CUSTOMER = { customerNumber: '1', datasourceId: 1, globalCustomerNumber: 'G1' };
const PAGE = { pageIndex: 1, pageSize: 25 };

/** Returns what the toasts say about a failure. */
const told = (meta: FailureMeta | undefined, error: Error = new HttpProblem(500, {})) =>
  toastsFor(error, meta ?? {}).map(({ title, message }) => [title, message]);
const refusal = new HttpProblem(409, { title: 'Conflict', detail: 'A colleague was faster.' });

describe('what failed about user accounts', () => {
  it('USR-15 has a message of its own for the list, one account and the roles', () => {
    expect(told(membersQuery(CUSTOMER, { ...PAGE, StatusId: '' }).meta)).toEqual([['Error', 'Error fetching records ']]);
    expect(told(memberQuery(CUSTOMER, 1).meta)).toEqual([['Error', 'Error fetching records ']]);
    expect(told(rolesQuery(CUSTOMER).meta)).toEqual([['Error', 'Error While fetching Roles ']]);
  });

  it('USR-16 USR-17 tells adding, updating and deleting apart, and prefers the message of the server', () => {
    for (const [meta, sentence] of [
      [memberFailures.save(true), 'Failed to add member'],
      [memberFailures.save(false), 'Failed to update member'],
      [memberFailures.delete(), 'Failed to delete member'],
    ] as const) {
      expect(told(meta)).toEqual([[sentence, sentence]]);
      expect(told(meta, refusal)).toEqual([[sentence, 'A colleague was faster.']]);
    }
  });

  it('USR-18 says about a decision what the server said, else that the submission failed', () => {
    expect(told(memberFailures.decide(), refusal)).toEqual([['Error', 'A colleague was faster.']]);
    const otherwise = [['Error', 'An error occurred during submission']];
    expect(told(memberFailures.decide())).toEqual(otherwise);
    expect(told(memberFailures.decide(), new NetworkFailure())).toEqual(otherwise);
  });
});

describe('what failed about support', () => {
  it('SUP-14 says about a request what the server said, else that it could not be added', () => {
    expect(told(sendFailure(), refusal)).toEqual([['Error', 'A colleague was faster.']]);
    expect(told(sendFailure())).toEqual([['Error', 'Unable to add request , Try again !!']]);
    expect(told(sendFailure(), new NetworkFailure())).toEqual([['Error', 'An unknown error occurred']]);
  });

  it('SUP-15 has a message of its own for the list, one request and its attachments', () => {
    expect(told(supportTicketsQuery(CUSTOMER, PAGE).meta)).toEqual([['Error', 'Error fetching records ']]);
    expect(told(supportTicketQuery(CUSTOMER, 1).meta)).toEqual([['Error', 'Error fetching records ']]);
    expect(told(supportAttachmentsQuery(CUSTOMER, 1).meta)).toEqual([['Error', 'Error While fetching records']]);
  });
});

describe('what failed about trucks', () => {
  it('TRK-20 has a message of its own for the list', () => {
    expect(told(activeTrucksQuery(CUSTOMER).meta)).toEqual([['Error', 'Error fetching records']]);
  });
});
