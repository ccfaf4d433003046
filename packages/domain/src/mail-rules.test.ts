import { describe, expect, it } from 'vitest';
import {
  emailFault,
  isEmailAddress,
  MAX_EMAIL_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_RECIPIENTS,
  messageFault,
  recipientsFault,
} from './mail-rules.ts';

describe('mail addresses', () => {
  it.each(['a@b.co', "o'neil+ap@sub.example-site.com", 'first.last@example.com', '_x-@example.museum', '1@2.co'])(
    'MAIL-02 %s is one',
    (text) => expect(isEmailAddress(text)).toBe(true),
  );

  it.each([
    '',
    'a',
    'a@b',
    '@b.co',
    'a@.co',
    'a@b.c',
    'a@b.c0',
    '.a@b.co',
    'a.@b.co',
    'a..b@b.co',
    'a@-b.co',
    'a@b..co',
    'a b@c.co',
    'a@b.co\n',
    'a@b.co, c@d.co',
    'A <a@b.co>',
    "a'@b.co",
    'a@b@c.co',
  ])('MAIL-02 %j is not one', (text) => expect(isEmailAddress(text)).toBe(false));

  it('MAIL-02 have a limit, and are trimmed before they are judged', () => {
    const longest = `${'a'.repeat(MAX_EMAIL_LENGTH - '@b.co'.length)}@b.co`;
    expect([isEmailAddress(longest), isEmailAddress(`a${longest}`)]).toEqual([true, false]);
    expect([emailFault(' a@b.co '), emailFault('  '), emailFault('a@')]).toEqual([null, 'Email is required', 'Invalid email address']);
  });
});

describe('a mail', () => {
  it('MAIL-03 has a message of five characters or more, up to its limit', () => {
    expect(messageFault('  Hello  ')).toBeNull();
    expect(messageFault('x'.repeat(MAX_MESSAGE_LENGTH))).toBeNull();
    const faults = [' ', ' Hell ', 'x'.repeat(MAX_MESSAGE_LENGTH + 1)].map(messageFault);
    expect(faults.every((fault) => fault !== null)).toBe(true);
    expect(new Set(faults).size).toBe(3);
  });

  it('MAIL-09 has at most twenty recipients together', () => {
    expect([recipientsFault(0), recipientsFault(MAX_RECIPIENTS - 1)]).toEqual([null, null]);
    expect(recipientsFault(MAX_RECIPIENTS)).toContain('20');
  });
});
