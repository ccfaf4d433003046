import { useMemo } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { dayIn, formatDate, formatDateTime, formatTime } from './date-format.ts';

/** Date formats bound to the time zone of the selected customer's data source. */
export function useFormats() {
  const { timeZone } = useCustomer();
  return useMemo(
    () => ({
      timeZone,
      date: (moment: string | null | undefined) => formatDate(moment, timeZone),
      time: (moment: string | null | undefined) => formatTime(moment, timeZone),
      dateTime: (moment: string | null | undefined) => formatDateTime(moment, timeZone),
      today: () => dayIn(timeZone, new Date()),
    }),
    [timeZone],
  );
}
