import type { DeskDisputeRow } from '@yardage/contract/desk-disputes';
import { timeZoneCode } from '@yardage/domain/dates';
import { expect, it } from 'vitest';
import { OWN_TIME_ZONE } from '#web/lib/formats/use-formats.ts';
import { deskDisputeColumns } from './desk-dispute-columns.tsx';

const AT = '2026-11-20T12:00:00Z';
/** A zone in which the clock of this machine would be wrong. */
const [timeZone, code] = timeZoneCode(AT, OWN_TIME_ZONE) === 'CST' ? ['America/Denver', 'MST'] : ['America/Chicago', 'CST'];

it("APY-03 the desk's disputes name the zone of a time where the reader's clock differs", () => {
  const since = deskDisputeColumns().find(({ id }) => id === 'since');
  const text = (zone: string) => since?.value({ createdDate: AT, timeZone: zone } as DeskDisputeRow);
  expect(text(timeZone)).toMatch(new RegExp(` ${code}$`));
  expect(text(OWN_TIME_ZONE)).toMatch(/:00$/);
});
