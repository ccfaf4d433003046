import type { AuditRow } from '@yardage/contract/desk-audit';
import { timeZoneCode } from '@yardage/domain/dates';
import { expect, it } from 'vitest';
import { OWN_TIME_ZONE } from '#web/lib/formats/use-formats.ts';
import { auditColumns } from './audit-columns.tsx';

const AT = '2026-11-20T12:00:00Z';
/** A zone in which the clock of this machine would be wrong. */
const [timeZone, code] = timeZoneCode(AT, OWN_TIME_ZONE) === 'CST' ? ['America/Denver', 'MST'] : ['America/Chicago', 'CST'];

it("STF-08 the audit log names the zone of a time where the reader's clock differs", () => {
  const text = (zone: string) => auditColumns(zone)[0]?.value({ at: AT } as AuditRow);
  expect(text(timeZone)).toMatch(new RegExp(` ${code}$`));
  expect(text(OWN_TIME_ZONE)).toMatch(/:00$/);
});
