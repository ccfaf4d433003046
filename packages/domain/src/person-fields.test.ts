import { describe, expect, it } from 'vitest';
import { plainTextFault, requiredFault, requiredTextFault } from './faults.ts';
import { nameFault, phoneDigits, requiredNameFault } from './person-fields.ts';

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
