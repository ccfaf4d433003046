import { dayAt } from '@yardage/domain/dates';
import { useCustomers } from '#web/lib/customer/customer-store.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { formatClock, formatDate, formatDateTime, formatTime } from './date-format.ts';

/** The time zone of this browser. */
export const OWN_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Date formats in the time zone of the record's data source if given, or else of the selected customer. Users without a customer, such
 * as staff, otherwise see their own time zone.
 */
export function useFormats(recordsTimeZone?: string) {
  const selected = useCustomers().selected?.timeZone;
  const timeZone = recordsTimeZone ?? selected ?? OWN_TIME_ZONE;
  return useTexts(
    () => ({
      timeZone,
      date: (moment: string | null | undefined) => formatDate(moment, timeZone),
      time: (moment: string | null | undefined) => formatTime(moment, timeZone),
      clock: (moment: string | null | undefined) => formatClock(moment, timeZone),
      dateTime: (moment: string | null | undefined) => formatDateTime(moment, timeZone),
      today: () => dayAt(new Date(), timeZone),
    }),
    [timeZone],
  );
}
