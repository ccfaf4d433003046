import type { ArrivalAccuracyRow } from '@yardage/contract/desk-arrivals';
import { formatNumber } from '@yardage/domain/quantities';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { DESK_ARRIVALS_MESSAGES as MESSAGES } from '../desk-arrivals.messages.ts';

const minutes = (count: number): string => MESSAGES.minutes(formatNumber(count));
const percent = (share: number): string => MESSAGES.percent(formatNumber(Math.round(share * 100)));
const tendency = (mean: number): string =>
  mean === 0 ? minutes(0) : mean > 0 ? MESSAGES.late(formatNumber(mean)) : MESSAGES.early(formatNumber(-mean));

/** The accuracy of arrival times by week, newest first. */
export function AccuracyTable({ rows }: { rows: readonly ArrivalAccuracyRow[] }) {
  return (
    <LineTable
      label={MESSAGES.table}
      lines={rows}
      emptyText={MESSAGES.empty}
      columns={[
        { header: MESSAGES.week, isWhole: true, value: ({ week }) => formatDay(week) },
        { header: MESSAGES.loads, value: ({ loads }) => formatNumber(loads), isNumber: true },
        { header: MESSAGES.median, value: (row) => minutes(row.medianErrorMinutes), isNumber: true },
        { header: MESSAGES.p90, value: (row) => minutes(row.p90ErrorMinutes), isNumber: true },
        { header: MESSAGES.mean, value: (row) => tendency(row.meanErrorMinutes), isNumber: true },
        { header: MESSAGES.inside, value: (row) => percent(row.insideShare), isNumber: true },
      ]}
      card={(row) => ({
        title: `${MESSAGES.week} ${formatDay(row.week)}`,
        details: [
          `${MESSAGES.inside}: ${percent(row.insideShare)}`,
          `${MESSAGES.loads}: ${formatNumber(row.loads)}`,
          `${MESSAGES.median}: ${minutes(row.medianErrorMinutes)}`,
          `${MESSAGES.p90}: ${minutes(row.p90ErrorMinutes)}`,
          `${MESSAGES.mean}: ${tendency(row.meanErrorMinutes)}`,
        ],
      })}
    />
  );
}
