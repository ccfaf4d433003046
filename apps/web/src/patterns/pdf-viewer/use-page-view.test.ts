import { describe, expect, it } from 'vitest';
import { formatZoom, scaleOf, stepZoom } from './use-page-view.ts';

const LETTER_WIDTH = 612;

describe('the zoom of a document', () => {
  it('fits the page into its window, without enlarging it', () => {
    expect(scaleOf('fit', LETTER_WIDTH, 306)).toBe(0.5);
    expect(scaleOf('fit', LETTER_WIDTH, 3000)).toBe(1.8);
  });

  it('shows a page at its natural size at 100 %', () => {
    expect(scaleOf(1, LETTER_WIDTH, 306) * 72).toBeCloseTo(96);
    expect(formatZoom(scaleOf(1, LETTER_WIDTH, 306))).toBe('100%');
  });

  it('steps from the fitted size, and stops at both ends', () => {
    const fitted = scaleOf('fit', LETTER_WIDTH, 612);
    expect(formatZoom(fitted)).toBe('75%');
    expect(stepZoom(fitted, 'in')).toBe(0.8);
    expect(stepZoom(fitted, 'out')).toBe(0.67);
    expect(stepZoom(scaleOf(3, LETTER_WIDTH, 0), 'in')).toBeCloseTo(3);
    expect(stepZoom(scaleOf(0.5, LETTER_WIDTH, 0), 'out')).toBeCloseTo(0.5);
  });
});
