import { useQuery } from '@tanstack/react-query';
import { getDataAge } from '@yardage/contract/data-age';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { isFromDevice, otherDaysOf } from '#web/lib/offline/kept-reads.ts';
import { endpointQuery, ofCustomer } from '#web/lib/query/endpoint-query.ts';
import { DATA_AGE_MESSAGES as MESSAGES } from './data-age.messages.ts';
import classes from './data-age.module.css';

const ASK_MS = 60_000;

/** Returns a text with the time of the data if the supplier's systems have delivered nothing for too long; otherwise null (FED-13). */
export function useOldDataText(): string | null {
  const customer = useCustomer();
  const textOf = useMomentText();
  const age = useQuery({ ...endpointQuery(getDataAge, ofCustomer(customer), { isSilent: true }), refetchInterval: ASK_MS }).data;
  if (!age?.isOld || !age.deliveredAt) return null;
  return MESSAGES.asOf(textOf(age.deliveredAt));
}

/** Returns a function that formats a moment: the time, with the day if it is not today. */
export function useMomentText(): (moment: string) => string {
  const { time, dateTime, date } = useFormats();
  return (moment) => (date(moment) === date(new Date().toISOString()) ? time(moment) : dateTime(moment));
}

interface RefreshedData {
  data: unknown;
  isError?: boolean;
  error?: Error | null;
  dataUpdatedAt?: number;
}

/**
 * Shows the time of the data if it could not be refreshed, or if it was read from the device and is being refreshed: for example without a
 * connection, or with a slow one (OFF-02). For a list that was kept on another day it also shows the days of the list, because the filters
 * above it show others.
 */
export function StaleDataNote({ query }: { query: RefreshedData }) {
  const textOf = useMomentText();
  const { data, isError, error, dataUpdatedAt } = query;
  const isFailed = isError ?? (error !== null && error !== undefined);
  const days = otherDaysOf(data, dataUpdatedAt);
  if (data === undefined || !(isFailed || isFromDevice(query)) || !dataUpdatedAt) return null;
  const moment = MESSAGES.asOf(textOf(new Date(dataUpdatedAt).toISOString()));
  return (
    <span className={days ? classes.otherDays : classes.old} role="status">
      {days ? MESSAGES.otherDays(formatDay(days.from), formatDay(days.to), moment) : moment}
    </span>
  );
}

/** Shows that the content is live, or how old it is. */
export function DataAge({ isLive }: { isLive: boolean }) {
  const oldText = useOldDataText();
  if (oldText === null) return isLive ? <LiveMark /> : null;
  return (
    <span className={classes.old} role="status">
      {oldText}
    </span>
  );
}

/** Shows that the content refreshes itself. */
function LiveMark() {
  return (
    <span className={classes.live} title={MESSAGES.hint}>
      <span className={classes.dot} />
      {MESSAGES.live}
    </span>
  );
}
