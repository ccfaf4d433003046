/** A moment's calendar and clock figures in one time zone, as two-digit texts. */
type Figures = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

function figuresOf(moment: string, timeZone: string): Figures | null {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return null;
  const parts = formatterOf(timeZone).formatToParts(date);
  return Object.fromEntries(parts.map((part) => [part.type, part.value])) as Figures;
}

/** `MM/dd/yyyy` of a moment, in the data source's zone (TBL-12). */
export function formatDate(moment: string | null | undefined, timeZone: string): string {
  const figures = moment ? figuresOf(moment, timeZone) : null;
  return figures ? `${figures.month}/${figures.day}/${figures.year}` : '';
}

/** `HH:mm` of a moment, in the data source's zone. */
export function formatTime(moment: string | null | undefined, timeZone: string): string {
  const figures = moment ? figuresOf(moment, timeZone) : null;
  return figures ? `${figures.hour}:${figures.minute}` : '';
}

/** `hh:mm a`, as `02:05 PM`, of a moment, in the data source's zone (CHT-28). */
export function formatClock(moment: string | null | undefined, timeZone: string): string {
  const figures = moment ? figuresOf(moment, timeZone) : null;
  if (!figures) return '';
  const hour = Number(figures.hour);
  return `${String(hour % 12 || 12).padStart(2, '0')}:${figures.minute} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `MM/dd/yyyy HH:mm:ss` of a moment, in the data source's zone (TBL-12). */
export function formatDateTime(moment: string | null | undefined, timeZone: string): string {
  const figures = moment ? figuresOf(moment, timeZone) : null;
  return figures ? `${figures.month}/${figures.day}/${figures.year} ${figures.hour}:${figures.minute}:${figures.second}` : '';
}

/** `MM/dd/yyyy` of a calendar day, which belongs to no zone. */
export function formatDay(day: string | null | undefined): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day ?? '') ?? [];
  return year && month && date ? `${month}/${date}/${year}` : '';
}

/** The calendar day, `yyyy-MM-dd`, that it is in the data source's zone. */
export function dayIn(timeZone: string, now: Date): string {
  const figures = figuresOf(now.toISOString(), timeZone);
  return figures ? `${figures.year}-${figures.month}-${figures.day}` : '';
}

/** 'just now', 'Nm ago', 'Nh ago', 'Nd ago' (TBL-11). */
export function formatRelative(moment: string, now: Date): string {
  const elapsedMs = now.getTime() - new Date(moment).getTime();
  if (Number.isNaN(elapsedMs)) return '';
  if (elapsedMs < MINUTE_MS) return 'just now';
  if (elapsedMs < HOUR_MS) return `${Math.floor(elapsedMs / MINUTE_MS)}m ago`;
  if (elapsedMs < DAY_MS) return `${Math.floor(elapsedMs / HOUR_MS)}h ago`;
  return `${Math.floor(elapsedMs / DAY_MS)}d ago`;
}
