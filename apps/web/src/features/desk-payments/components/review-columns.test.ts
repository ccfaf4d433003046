import type { PaymentReviewRow } from '@yardage/contract/desk-payments';
import { timeZoneCode } from '@yardage/domain/dates';
import { expect, it } from 'vitest';
import { OWN_TIME_ZONE } from '#web/lib/formats/use-formats.ts';
import { reviewColumns } from './review-columns.tsx';

const AT = '2026-11-20T12:00:00Z';
/** A zone in which the clock of this machine would be wrong. */
const [timeZone, code] = timeZoneCode(AT, OWN_TIME_ZONE) === 'CST' ? ['America/Denver', 'MST'] : ['America/Chicago', 'CST'];

it("the payments to review name the zone of a time where the reader's clock differs", () => {
  const since = reviewColumns().find(({ id }) => id === 'since');
  const text = (zone: string) => since?.value({ createdAt: AT, timeZone: zone } as PaymentReviewRow);
  expect(text(timeZone)).toMatch(new RegExp(` ${code}$`));
  expect(text(OWN_TIME_ZONE)).toMatch(/:00$/);
});
