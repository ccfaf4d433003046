import { describe, expect, it } from 'vitest';
import { isPortalPath } from './assistant.ts';
import { formatExpiry, readExpiry } from './expiry.ts';
import { plainTextFault, requiredFault, requiredTextFault } from './faults.ts';
import {
  emailFault,
  isEmailAddress,
  MAX_EMAIL_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_RECIPIENTS,
  messageFault,
  recipientsFault,
} from './mail-rules.ts';
import { nameFault, phoneDigits, requiredNameFault } from './person-fields.ts';

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

describe('names and other lines', () => {
  it('REG-09 are required, and one plain line', () => {
    expect([requiredFault(' ', 'missing'), requiredFault(' x ', 'missing')]).toEqual(['missing', null]);
    for (const text of ['a\nb', 'a\tb', 'a\u2028b', 'a\u2029b', 'a\u202eb', 'a\u2066b', 'a\u0000b']) {
      expect(plainTextFault(text), JSON.stringify(text)).not.toBeNull();
      expect(requiredTextFault(text, 'missing')).toBe(plainTextFault(text));
      expect(nameFault(text)).toBe(plainTextFault(text));
    }
    expect(plainTextFault('\n Plain “text” – with Ünïcode \n')).toBeNull();
    expect([requiredTextFault(' ', 'missing'), requiredNameFault(' ', 'missing')]).toEqual(['missing', 'missing']);
    expect([requiredTextFault('http://x', 'missing'), requiredNameFault('Ann', 'missing')]).toEqual([null, null]);
  });

  it.each(['a<b', 'a>b', 'a@b', 'a/b', 'a\\b', 'a:b', 'www.x', 'Evil.Example'])('REG-09 %s is no name', (text) => {
    expect(nameFault(text)).not.toBeNull();
    expect(requiredNameFault(text, 'missing')).toBe(nameFault(text));
  });

  it.each(['J.R. Ewing', 'St. John', "O'Neil-Vance", 'www', 'A.B'])('REG-09 %s is a name', (text) => expect(nameFault(text)).toBeNull());

  it('REG-13 a phone is stored as ten digits, without the country code', () => {
    expect(['(423) 555-0142', '+1 423.555.0142', '1-423-555-0142'].map(phoneDigits)).toEqual(['4235550142', '4235550142', '4235550142']);
    expect(['14235550', '24235550142', '142355501421', 'x14235550142'].map(phoneDigits)).toEqual([
      '14235550',
      '24235550142',
      '142355501421',
      'x14235550142',
    ]);
  });
});

describe('the expiry of a card', () => {
  it.each([
    ['0', '0'],
    ['1', '1'],
    ['8', '08'],
    ['12', '12'],
    ['1/', '01/'],
    ['12/', '12/'],
    ['122', '12/2'],
    ['1227', '12/27'],
    ['827', '08/27'],
    ['8/27', '08/27'],
    ['8/2027', '08/27'],
    ['082027', '08/27'],
    ['12/20', '12/20'],
    ['12/202', '12/202'],
    ['12/2027', '12/27'],
    ['12/20278', '12/27'],
    ['12/345', '12/34'],
    ['  08 - 27', '08/27'],
    ['0/27', '02/7'],
    ['123/4', '12/34'],
    ['ab08/27c', '08/27'],
    ['', ''],
  ])('PAY-14 typing %j shows %j', (typed, shown) => expect(formatExpiry(typed)).toBe(shown));

  it('PAY-14 is not read while it is incomplete or ambiguous', () => {
    for (const typed of [
      '',
      '1',
      '12',
      '127',
      '12/',
      '12/2',
      '12/202',
      '12/1927',
      '1/2/27',
      '123/27',
      'x8/27',
      '8x/27',
      '8/27x',
      '8/x27',
      '12/20277',
    ]) {
      expect(readExpiry(typed), typed).toBeUndefined();
    }
    expect([readExpiry(' 8.27 '), readExpiry('12/2031')]).toEqual([
      { month: '08', year: '27' },
      { month: '12', year: '31' },
    ]);
  });
});

describe('a link of the assistant', () => {
  it('stays in the portal', () => {
    for (const path of ['/', '/orders', '/orders?order=7#top', '/a/b']) expect(isPortalPath(path), path).toBe(true);
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'orders',
      ' /orders',
      '/a b',
      '/a\\b',
      'javascript:alert(1)',
      '',
      '/a\n',
    ])
      expect(isPortalPath(path), path).toBe(false);
  });
});
