import { describe, expect, it } from 'vitest';
import { memberFailures, memberQuery, membersQuery, rolesQuery } from '#web/features/members/members.api.ts';
import { sendFailure, supportAttachmentsQuery, supportTicketQuery, supportTicketsQuery } from '#web/features/support/support.api.ts';
import { activeTrucksQuery } from '#web/features/truck-tracking/truck-tracking.api.ts';
import { HttpProblem, NetworkFailure } from '#web/lib/http/http-errors.ts';
import type { FailureMeta } from '#web/lib/query/query-client.ts';
import { toastsFor } from './error-toasts.ts';

const CUSTOMER = { customerNumber: '1', datasourceId: 1, globalCustomerNumber: 'G1' };
const PAGE = { pageIndex: 1, pageSize: 25 };

/** Returns the titles and messages of the toasts for a failure. */
const textsOf = (meta: FailureMeta | undefined, error: Error = new HttpProblem(500, {})) =>
  toastsFor(error, meta ?? {}).map(({ title, message }) => [title, message]);
const refusal = new HttpProblem(409, { title: 'Conflict', detail: 'A colleague was faster.' });

describe('failed requests about user accounts', () => {
  it('USR-15 has a message of its own for the list, one account and the roles', () => {
    expect(textsOf(membersQuery(CUSTOMER, { ...PAGE, StatusId: '' }).meta)).toEqual([['Error', 'Error fetching records ']]);
    expect(textsOf(memberQuery(CUSTOMER, 1).meta)).toEqual([['Error', 'Error fetching records ']]);
    expect(textsOf(rolesQuery(CUSTOMER).meta)).toEqual([['Error', 'Error While fetching Roles ']]);
  });

  it('USR-16 USR-17 has different messages for adding, updating and deleting, and prefers the message of the server', () => {
    for (const [meta, sentence] of [
      [memberFailures.save(true), 'Failed to add member'],
      [memberFailures.save(false), 'Failed to update member'],
      [memberFailures.delete(), 'Failed to delete member'],
    ] as const) {
      expect(textsOf(meta)).toEqual([[sentence, sentence]]);
      expect(textsOf(meta, refusal)).toEqual([[sentence, 'A colleague was faster.']]);
    }
  });

  it('USR-18 shows the message of the server for a failed decision, else that the submission failed', () => {
    expect(textsOf(memberFailures.decide(), refusal)).toEqual([['Error', 'A colleague was faster.']]);
    const otherwise = [['Error', 'An error occurred during submission']];
    expect(textsOf(memberFailures.decide())).toEqual(otherwise);
    expect(textsOf(memberFailures.decide(), new NetworkFailure())).toEqual(otherwise);
  });
});

describe('failed requests about support', () => {
  it('SUP-14 shows the message of the server for a failed support request, else that it could not be added', () => {
    expect(textsOf(sendFailure(), refusal)).toEqual([['Error', 'A colleague was faster.']]);
    expect(textsOf(sendFailure())).toEqual([['Error', 'Unable to add request , Try again !!']]);
    expect(textsOf(sendFailure(), new NetworkFailure())).toEqual([['Error', 'An unknown error occurred']]);
  });

  it('SUP-15 has a message of its own for the list, one request and its attachments', () => {
    expect(textsOf(supportTicketsQuery(CUSTOMER, PAGE).meta)).toEqual([['Error', 'Error fetching records ']]);
    expect(textsOf(supportTicketQuery(CUSTOMER, 1).meta)).toEqual([['Error', 'Error fetching records ']]);
    expect(textsOf(supportAttachmentsQuery(CUSTOMER, 1).meta)).toEqual([['Error', 'Error While fetching records']]);
  });
});

describe('failed requests about trucks', () => {
  it('TRK-20 has a message of its own for the list', () => {
    expect(textsOf(activeTrucksQuery(CUSTOMER).meta)).toEqual([['Error', 'Error fetching records']]);
  });
});
