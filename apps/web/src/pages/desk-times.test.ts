import { describe, expect, it } from 'vitest';
import { deskSupportColumns } from '#web/features/desk/components/desk-support-columns.tsx';
import { deskDisputeColumns } from '#web/features/desk-disputes/components/desk-dispute-columns.tsx';
import { reviewColumns } from '#web/features/desk-payments/components/review-columns.tsx';

/** Half an hour before midnight at the customer's plant. */
const AT = '2026-11-18T06:30:00Z';
const TIME_ZONE = 'America/Denver';

describe('the lists of the desk', () => {
  it.each([
    ['STF-07 payments', reviewColumns(), { createdAt: AT }, '11/17/2026 23:30:00'],
    ['APY-03 disputes', deskDisputeColumns(), { createdDate: AT }, '11/17/2026 23:30:00'],
    ['SUP-07 support requests', deskSupportColumns(), { createdDate: AT }, '11/17/2026'],
  ])('%s say the day that the customer sees, whatever the time zone of the browser', (_name, columns, moments, expected) => {
    const since = columns.at(-1) as { value: (row: object) => unknown };
    const shown = String(since.value({ ...moments, timeZone: TIME_ZONE }));
    // The zone is named unless the reader's clock agrees with it.
    expect(shown.replace(/ MST$/, '')).toBe(expected);
  });
});
