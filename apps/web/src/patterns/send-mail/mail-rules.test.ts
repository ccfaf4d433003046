import { MAIL_MESSAGES } from '@yardage/domain/rules.messages';
import { describe, expect, it, vi } from 'vitest';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { addCc, checkMail, errorsOf, isCommaTyped, showCcFault } from './mail-rules.ts';

const SENDER = 'manager@example.com';

describe('the Cc list', () => {
  it('MAIL-04 accepts one address, and several that were pasted', () => {
    expect(addCc([], 'a@example.com', SENDER)).toEqual({ ccEmails: ['a@example.com'], rest: '', fault: null });
    expect(addCc(['a@example.com'], ' b@example.com, c@example.com; d@example.com\n', SENDER).ccEmails).toEqual([
      'a@example.com',
      'b@example.com',
      'c@example.com',
      'd@example.com',
    ]);
  });

  it.each(['nobody', 'a@', '@example.com', 'a@b', 'a@example.com>'])('MAIL-05 refuses %s and leaves it in the field', (entry) => {
    expect(addCc([], entry, SENDER)).toEqual({ ccEmails: [], rest: entry, fault: 'invalid' });
  });

  it('MAIL-06 refuses addresses that are already in the list, in any case', () => {
    expect(addCc(['a@example.com'], 'A@Example.com', SENDER)).toEqual({
      ccEmails: ['a@example.com'],
      rest: 'A@Example.com',
      fault: 'duplicate',
    });
  });

  it("MAIL-07 refuses the sender's own address", () => {
    expect(addCc([], 'Manager@example.com', SENDER).fault).toBe('duplicate');
  });

  it('keeps the valid addresses of a paste, and leaves the rest', () => {
    expect(addCc([], 'a@example.com, nonsense, b@example.com', SENDER)).toEqual({
      ccEmails: ['a@example.com'],
      rest: 'nonsense, b@example.com',
      fault: 'invalid',
    });
  });
});

describe('an address that is not added to Cc', () => {
  it('MAIL-05 MAIL-06 TKT-22 is reported with the reason', () => {
    const told = vi.spyOn(toasts, 'show').mockReturnValue(undefined);
    showCcFault('invalid');
    showCcFault('duplicate');
    expect(told.mock.calls.map(([{ title, message }]) => [title, message])).toEqual([
      ['Invalid Email', 'Please enter a valid email address.'],
      ['Duplicate Email', 'This email has already been added to CC.'],
    ]);
    told.mockRestore();
  });
});

describe('typing in Cc', () => {
  it('MAIL-04 TKT-22 adds on a typed comma, and not while the rest of a paste is corrected', () => {
    const { rest } = addCc([], 'dana@build, joe@example.com', SENDER);
    expect(rest).toBe('dana@build, joe@example.com');
    // One more letter of the first address, and a deleted space.
    expect(isCommaTyped(rest, 'dana@build.co, joe@example.com')).toBe(false);
    expect(isCommaTyped(rest, 'dana@build,joe@example.com')).toBe(false);
    expect(isCommaTyped(rest, 'dana@build joe@example.com')).toBe(false);
    expect(isCommaTyped(rest, `${rest},`)).toBe(true);
    expect(isCommaTyped('', 'a')).toBe(false);
    expect(isCommaTyped('a@example.com', 'a@example.com,')).toBe(true);
  });
});

describe('the mail', () => {
  const good = { email: SENDER, message: 'Hello', ccEmails: [] };

  it('MAIL-02 requires a valid recipient', () => {
    expect(checkMail(good)).toEqual({});
    expect(checkMail({ ...good, email: '' })).toEqual({ email: MAIL_MESSAGES.emailRequired });
    expect(checkMail({ ...good, email: 'manager' })).toEqual({ email: MAIL_MESSAGES.emailInvalid });
  });

  it('MAIL-03 requires a message of five characters', () => {
    expect(checkMail({ ...good, message: '   ' })).toEqual({ message: 'Message is required' });
    expect(checkMail({ ...good, message: 'Hi' })).toEqual({ message: 'Message must be at least 5 characters long' });
  });

  it('knows the maximum number of recipients', () => {
    const ccEmails = Array.from({ length: 20 }, (_none, index) => `person-${index}@example.com`);
    expect(checkMail({ ...good, ccEmails })).toEqual({ ccEmails: 'A mail can go to 20 recipients at most' });
  });

  it('ERR-07 assigns each error of the server to its field, and loses none', () => {
    expect(errorsOf({ errors: { message: ['is rude', 'is long'], 'ccEmails.2': ['is unknown'], dataset: ['is wrong'] } })).toEqual({
      message: 'is rude, is long',
      ccEmails: 'is unknown',
      form: 'is wrong',
    });
  });

  it("ERR-08 a refusal without field errors is shown on the form with the server's message", () => {
    expect(errorsOf({ title: 'The request is not valid.' })).toEqual({ form: 'The request is not valid.' });
    expect(errorsOf({})).toEqual({});
  });
});
