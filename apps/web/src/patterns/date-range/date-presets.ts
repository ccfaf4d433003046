import { DATE_RANGE_MESSAGES } from './date-range.messages.ts';
import { addDays, addMonths, type DayRange } from './days.ts';

/** A range with a name. */
export interface DatePreset {
  label: string;
  range: DayRange;
}

/** The five presets, counted from the data source's today and with it (TBL-09). */
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
