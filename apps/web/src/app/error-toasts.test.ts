import { describe, expect, it } from 'vitest';
import { Cancelled, HttpProblem, NetworkFailure, type ProblemBody, SessionLost, UnansweredWrite } from '#web/lib/http/http-errors.ts';
import type { FailureMeta } from '#web/lib/query/query-client.ts';
import { toastsFor } from './error-toasts.ts';

const told = (error: Error, meta: FailureMeta = {}) => toastsFor(error, meta).map(({ title, message }) => [title, message]);
// @ts-expect-error A key that does not exist must not compile, or a renamed one is lost unnoticed.
export const misspelled: FailureMeta = { failureTxt: '' };
const http = (status: number, problem: ProblemBody = {}) => new HttpProblem(status, problem);

describe('the toasts of a failed request', () => {
  it('ERR-04 a 401 shows its own toast elsewhere', () => {
    expect(told(http(401, { title: 'Please sign in.' }))).toEqual([]);
    expect(told(new SessionLost())).toEqual([]);
  });

  it('ERR-05 with an errors object there is one toast per field, with its messages joined by commas', () => {
    const problem = { title: 'Not valid', errors: { email: ['is required', 'is too short'], phone: ['is wrong'] } };
    const expected = [
      ['Not valid', 'is required, is too short'],
      ['Not valid', 'is wrong'],
    ];
    expect(told(http(422, problem))).toEqual(expected);
    expect(told(http(400, problem))).toEqual(expected);
    expect(told(http(409, { errors: { invoice: ['is paid'] } }))).toEqual([['Error', 'is paid']]);
  });

  it('ERR-06 without an errors object the title, else the general sentence', () => {
    expect(told(http(403, { title: 'You do not have permission to do this.' }))).toEqual([
      ['Error', 'You do not have permission to do this.'],
    ]);
    expect(told(http(502))).toEqual([['Error', 'An error occurred. Please try again.']]);
  });

  it('ERR-07 a form puts the field errors of a 400 on its fields and shows no toast for them', () => {
    expect(told(http(400, { title: 'Not valid', errors: { email: ['is required'] } }), { isForm: true })).toEqual([]);
  });

  it('ERR-08 a 400 without field errors is a Validation Error with the server title, from a form too', () => {
    const expected = [['Validation Error', 'The request could not be read.']];
    expect(told(http(400, { title: 'The request could not be read.' }))).toEqual(expected);
    expect(told(http(400, { title: 'The request could not be read.' }), { isForm: true, failureText: 'Own' })).toEqual(expected);
  });

  it('ERR-09 a request with its own message shows that, and not also the general one', () => {
    expect(told(http(500, { title: 'Internal' }), { failureText: 'Error While fetching Orders' })).toEqual([
      ['Error', 'Error While fetching Orders'],
    ]);
    expect(told(http(500), { failureText: 'There was a problem fetching the Permission', failureTitle: 'Uh oh!' })).toEqual([
      ['Uh oh!', 'There was a problem fetching the Permission'],
    ]);
  });

  it('ERR-10 a server message comes before the fallback where the request wants it', () => {
    const meta = { failureText: 'Unable to mail order , Try again !!', prefersServerMessage: true };
    expect(told(http(409, { title: 'Conflict', detail: 'The order was deleted.' }), meta)).toEqual([['Error', 'The order was deleted.']]);
    expect(told(http(409, { title: 'Conflict' }), meta)).toEqual([['Error', 'Conflict']]);
    expect(told(http(502), meta)).toEqual([['Error', 'Unable to mail order , Try again !!']]);
    const ours = { title: 'Something went wrong on our side.' };
    expect(told(http(500, ours), meta)).toEqual([['Error', 'Unable to mail order , Try again !!']]);
  });

  it('ERR-11 no response is a network error, also for a request with its own failure text', () => {
    const expected = [['Network Error', 'A network error occurred. Please check your connection.']];
    expect(told(new NetworkFailure())).toEqual(expected);
    expect(told(new NetworkFailure(), { failureText: 'Error While fetching Orders' })).toEqual(expected);
  });

  it('ERR-11 a write without an answer has an unknown outcome', () => {
    const sentence = 'The server did not answer in time. What you sent may have arrived. You can send it again; it will not be done twice.';
    expect(told(new UnansweredWrite(true), { failureText: 'Error' })).toEqual([['No Answer', sentence]]);
    expect(told(new UnansweredWrite(true), { noResponseText: 'An unknown error occurred' })).toEqual([
      ['An unknown error occurred', sentence],
    ]);
    const once = 'The server did not answer in time. It may have been done all the same. Check that before you send it again.';
    expect(told(new UnansweredWrite(false), { failureText: 'Error' })).toEqual([['No Answer', once]]);
  });

  it('MAIL-10 a request can have its own message for an error without an HTTP answer', () => {
    expect(told(new NetworkFailure(), { noResponseText: 'An unknown error occurred' })).toEqual([['Error', 'An unknown error occurred']]);
    expect(told(new RangeError('x'))).toEqual([['Error', 'An unknown error occurred']]);
  });

  it('ERR-03 a cancelled read and a silent request show no toast', () => {
    expect(told(new Cancelled())).toEqual([]);
    expect(told(http(500), { isSilent: true })).toEqual([]);
  });
});
