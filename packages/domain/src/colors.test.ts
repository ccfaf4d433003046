import { describe, expect, it } from 'vitest';
import { accentFault, contrastOf } from './colors.ts';
import { ACCENT_MESSAGES } from './rules.messages.ts';

describe('an accent colour', () => {
  it('STF-05 is measured against white as WCAG does', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  it.each([
    ['#2f5d7c', null],
    ['#ff6a00', ACCENT_MESSAGES.tooLight],
    ['#ffe600', ACCENT_MESSAGES.tooLight],
    ['#C2410C', null],
    ['red', ACCENT_MESSAGES.notAColour],
    ['#fff', ACCENT_MESSAGES.notAColour],
  ])('STF-05 %s is judged', (colour, fault) => {
    expect(accentFault(colour)).toBe(fault);
  });
});
