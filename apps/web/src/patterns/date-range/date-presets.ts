import { DATE_RANGE_MESSAGES } from './date-range.messages.ts';
import { addDays, addMonths, type DayRange } from './days.ts';

/** A named date range. */
export interface DatePreset {
  label: string;
  range: DayRange;
}

/** Returns the five presets, relative to the data source's current day and including it (TBL-09). */
export function datePresets(today: string): DatePreset[] {
  const yesterday = addDays(today, -1);
  return [
    { label: DATE_RANGE_MESSAGES.today, range: { from: today, to: today } },
    { label: DATE_RANGE_MESSAGES.yesterday, range: { from: yesterday, to: yesterday } },
    { label: DATE_RANGE_MESSAGES.last7Days, range: { from: addDays(today, -6), to: today } },
    { label: DATE_RANGE_MESSAGES.last30Days, range: { from: addDays(today, -29), to: today } },
    { label: DATE_RANGE_MESSAGES.last2Months, range: { from: addMonths(today, -2), to: today } },
  ];
}
