import { describe, expect, it } from 'vitest';
import { toPrintable } from './printable-text.ts';

describe('toPrintable', () => {
  it('keeps what the font has', () => {
    const text = 'Café “Müller & Søn” – 5 ½″ × 3 m³, 20 °C, €5 • O’Neill…'.replace('″', '"');
    expect(toPrintable(text)).toBe(text);
  });

  it('keeps the letters of all Latin alphabets, of Greek and Cyrillic', () => {
    const text =
      'Łukasz z Łodzi, Dvořák, Đặng Thị Hương, Nguyễn, İstanbul, Ştefan, Ωmega, Άννα, Ήρα, ΐ, Иван, Ґалаґан, Қазақ, Мар’яна, Марʼяна, Kaʻahumanu';
    expect(toPrintable(text)).toBe(text);
  });

  it('puts a question mark for characters that it has no spelling for', () => {
    expect(toPrintable('漢字 🚚')).toBe('?? ?');
  });

  it('does not join a fraction or an exponent with the number before it', () => {
    expect(toPrintable('3⅝″ at 10⁶ or ⅜″')).toBe('3\u00a05/8" at 10\u00a06 or 3/8"');
  });

  it('drops invisible characters and keeps line breaks', () => {
    expect(toPrintable('zero\u200Bwidth \u202Ertl\u202C soft\u00ADhyphen\r\nsecond\rthird\tcell\u202F6\u0000')).toBe(
      'zerowidth rtl softhyphen\nsecond\nthird cell 6',
    );
  });

  it('composes decomposed letters, and survives half a surrogate pair', () => {
    expect(toPrintable('Mu\u0308ller \uD83D')).toBe('Müller ?');
  });
});
