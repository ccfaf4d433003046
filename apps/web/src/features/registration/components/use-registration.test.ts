import { describe, expect, it } from 'vitest';
import { Cancelled, HttpProblem, NetworkFailure, SessionLost } from '#web/lib/http/http-errors.ts';
import { registrationFailure } from './use-registration.ts';

const told = (error: Error) => {
  const { toast, shouldLeaveForm } = registrationFailure(error);
  return [toast?.title, toast?.message, shouldLeaveForm];
};

describe('a refused registration', () => {
  it("REG-21 shows the server's title and reasons, and the form stays", () => {
    const problem = { title: 'Too many requests.', errors: { email: ['One'], form: ['Two', 'Three'] } };
    expect(told(new HttpProblem(429, problem))).toEqual(['Too many requests.', 'One, Two, Three', false]);
    expect(told(new HttpProblem(409, {}))).toEqual(['Error', 'An error occurred during registration', false]);
    expect(told(new NetworkFailure('lost'))).toEqual(['Error', 'An unknown error occurred', false]);
    expect(told(new Error('a bug'))).toEqual(['Error', 'An unknown error occurred', false]);
  });

  it('REG-21 ERR-04 says nothing of its own when the session has ended or the call was cancelled', () => {
    for (const error of [new SessionLost(), new HttpProblem(401, { title: 'Sign in.' }), new Cancelled()])
      expect(registrationFailure(error)).toEqual({ toast: null, shouldLeaveForm: false });
  });

  it('REG-20 leaves the form after any other answer', () => {
    for (const status of [304, 500, 503]) {
      expect(told(new HttpProblem(status, { title: 'Down' })), String(status)).toEqual([
        'Error Registering User, Please Try Again!',
        undefined,
        true,
      ]);
    }
  });
});
