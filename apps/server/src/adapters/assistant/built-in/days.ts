import { isOnCalendar } from '@yardage/domain/calendar';
import { DAY_MS } from '@yardage/domain/durations';
/** A range of days, both ends included. */
export interface Days {
  from?: string;
  to?: string;
}

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const NUMBER = `\\d{1,3}|${NUMBERS.slice(1).join('|')}|few|couple(?: of)?`;
const MONTH = MONTHS.map((name) => (name === 'may' ? name : `${name.slice(0, 3)}(?:${name.slice(3)}|t)?`)).join('|');
/** Matches `October` and `October 2025`. */
const MONTH_OF_YEAR = `(?:${MONTH})(?: \\d{4})?`;
const WEEKDAY = WEEKDAYS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|');
const DAY_OF_MONTH = `\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTH})(?:,? \\d{4})?`;
const DATE = `(?:${DAY_OF_MONTH}|\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?|(?:${MONTH})\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?)`;

const WEEKDAY_NAMES = WEEKDAYS.join('|');
/** What may follow `since`, `after`, `before`, `until`, `by`, and be an end of a range. */
const PERIOD = `${DATE}|${MONTH_OF_YEAR}|today|yesterday|tomorrow|(?:last|this|next) (?:week|month|quarter|year)|(?:last |next |this )?(?:${WEEKDAY})|20\\d\\d`;

const utc = (day: string): Date => new Date(`${day}T00:00:00Z`);
const text = (date: Date): string => date.toISOString().slice(0, 10);

/** Returns the day that is `days` after another. */
export function addDays(day: string, days: number): string {
  return text(new Date(utc(day).getTime() + days * DAY_MS));
}

/** Returns the number for digits or a number word. */
export function numberOf(word: string): number | undefined {
  const lower = word.toLowerCase().trim();
  if (/^\d{1,3}$/.test(lower)) return Number(lower);
  if (lower.startsWith('couple')) return 2;
  if (lower === 'few') return 3;
  const index = NUMBERS.indexOf(lower);
  return index > 0 ? index : undefined;
}

/**
 * A pattern for naming days, and the days it means relative to `today`; the first rule that matches wins. With `isAhead`, a day without
 * year or week is in the future.
 */
interface Rule {
  pattern: RegExp;
  days: (match: RegExpExecArray, today: string, isAhead: boolean) => Days | undefined;
}

const rule = (pattern: string, days: Rule['days']): Rule => ({ pattern: new RegExp(`\\b(?:${pattern})(?!\\w)`, 'i'), days });
const only = (day: string): Days => ({ from: day, to: day });

const RULES: readonly Rule[] = [
  rule('day before yesterday', (_match, today) => only(addDays(today, -2))),
  rule(`(?:between|from) (${PERIOD}) (?:and|to|until|till|through) (${PERIOD})`, (match, today, isAhead) => {
    const from = named(match[1] ?? '', today, isAhead);
    const to = named(match[2] ?? '', today, isAhead);
    return from?.from && to?.to && from.from <= to.to ? { from: from.from, to: to.to } : undefined;
  }),
  rule(`(?:since|after|starting|from(?= \\S+ on\\b)) (${PERIOD})`, (match, today, isAhead) => {
    const start = named(match[1] ?? '', today, isAhead);
    if (!start?.from) return undefined;
    return { from: match[0].toLowerCase().startsWith('after') ? addDays(start.to ?? start.from, 1) : start.from };
  }),
  rule('by (?:the )?end of (?:the |this )?(week|month|year)|before (?:the )?end of (?:the |this )?(week|month|year)', (match, today) => {
    const unit = match[1] ?? match[2] ?? '';
    const { to } = unit === 'week' ? week(today, 0) : unit === 'month' ? month(today) : year(Number(today.slice(0, 4)));
    return to ? { to } : undefined;
  }),
  rule(`(?:before|by|until|till|up to) (${PERIOD})`, (match, today, isAhead) => {
    const end = named(match[1] ?? '', today, isAhead);
    return end?.to ? { to: match[0].toLowerCase().startsWith('before') ? addDays(end.from ?? end.to, -1) : end.to } : undefined;
  }),
  rule(`(?:last|past|previous) (${NUMBER}) days?`, (match, today) =>
    span(match[1], (count) => ({ from: addDays(today, 1 - count), to: today })),
  ),
  rule(`(?:last|past|previous) (${NUMBER}) weeks?`, (match, today) =>
    span(match[1], (count) => ({ from: addDays(today, 1 - 7 * count), to: today })),
  ),
  rule(`(?:last|past|previous) (${NUMBER}) months?`, (match, today) =>
    span(match[1], (count) => ({ from: addMonths(today, -count), to: today })),
  ),
  rule(`(?:next|coming) (${NUMBER}) days?`, (match, today) => span(match[1], (count) => ({ from: today, to: addDays(today, count) }))),
  rule(`(?:next|coming) (${NUMBER}) weeks?`, (match, today) => span(match[1], (count) => ({ from: today, to: addDays(today, 7 * count) }))),
  rule(`(?:next|coming) (${NUMBER}) months?`, (match, today) => span(match[1], (count) => ({ from: today, to: addMonths(today, count) }))),
  rule(`(${NUMBER}) days? ago`, (match, today) => span(match[1], (count) => only(addDays(today, -count)))),
  rule('a week ago', (_match, today) => only(addDays(today, -7))),
  rule('yesterday', (_match, today) => only(addDays(today, -1))),
  rule("today(?:'s)?|this (?:morning|afternoon|evening)|tonight", (_match, today) => only(today)),
  rule('tomorrow', (_match, today) => only(addDays(today, 1))),
  rule('(?:last|this|next) (?:week|month|quarter|year)', (match, today, isAhead) => named(match[0], today, isAhead)),
  rule('(?:of|for) the (day|week|month|quarter|year)', (match, today) =>
    match[1] === 'day' ? only(today) : unitAt(match[1] ?? '', 0, today),
  ),
  rule(`(?:next|this|coming) (${WEEKDAY_NAMES})`, (match, today) => only(nextWeekday(match[1] ?? '', today))),
  rule('month to date', (_match, today) => unitAt('month', 0, today)),
  rule('year to date|ytd', (_match, today) => unitAt('year', 0, today)),
  rule(`${DATE}`, (match, today, isAhead) => named(match[0], today, isAhead)),
  rule(`(?:in|of|during|for|from|last) (${MONTH})(?: (\\d{4}))?`, (match, today, isAhead) =>
    monthNamed(match[1] ?? '', match[2], today, isAhead),
  ),
  rule(`(?:january|february|march|april|june|july|august|september|october|november|december)(?: (\\d{4}))?`, (match, today, isAhead) =>
    monthNamed(match[0].split(' ')[0] ?? '', match[1], today, isAhead),
  ),
  rule(`(?:in|of|during) (20\\d\\d)`, (match) => year(Number(match[1]))),
  rule(`(?:on |last )?(${WEEKDAY_NAMES})(?:'s)?`, (match, today, isAhead) =>
    only(isAhead && !/^last/i.test(match[0]) ? nextWeekday(match[1] ?? '', today) : lastWeekday(match[1] ?? '', today)),
  ),
];

/**
 * Frequent typos of "tomorrow" and "yesterday". Names of months and weekdays are not corrected, because they may be part of another name.
 */
const MISTYPED = [/\btom+or+ow?\b/gi, /\byest[ea]r?d[ae]?y\b/gi];

/** `todays orders` and `last weeks invoices`. */
const WITHOUT_APOSTROPHE = /\b(today|yesterday|tomorrow|(?:last|this|next) (?:week|month|year))s\b/gi;

/** The days found, the words that named them, and the question without these words. */
interface DaysRead {
  days: Days | undefined;
  said: string;
  rest: string;
}

/** Finds the days that a question names, in the customer's calendar. */
export function readDays(typed: string, today: string, isAhead = false): DaysRead {
  const question = typed
    .replace(MISTYPED[0] ?? '', 'tomorrow')
    .replace(MISTYPED[1] ?? '', 'yesterday')
    .replace(WITHOUT_APOSTROPHE, '$1');
  for (const { pattern, days } of RULES) {
    const match = pattern.exec(question);
    const found = match ? days(match, today, isAhead) : undefined;
    if (!match || !found) continue;
    return { days: found, said: match[0], rest: `${question.slice(0, match.index)} ${question.slice(match.index + match[0].length)}` };
  }
  return { days: undefined, said: '', rest: question };
}

function span(word: string | undefined, make: (count: number) => Days): Days | undefined {
  const count = numberOf(word ?? '');
  return count ? make(count) : undefined;
}

/** Returns the day or the whole month with this name. */
function named(name: string, today: string, isAhead: boolean): Days | undefined {
  const lower = name.toLowerCase();
  if (lower === 'today') return only(today);
  if (lower === 'tomorrow') return only(addDays(today, 1));
  if (lower === 'yesterday') return only(addDays(today, -1));
  if (/^20\d\d$/.test(lower)) return year(Number(lower));
  const unit = /^(last|this|next) (week|month|quarter|year)$/.exec(lower);
  if (unit) return unitAt(unit[2] ?? '', { last: -1, this: 0, next: 1 }[unit[1] ?? ''] ?? 0, today);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(lower);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?$/.exec(lower);
  if (slashed) return dated(Number(slashed[1]), Number(slashed[2]), slashed[3], today, isAhead);
  const spelled = /^([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/.exec(lower);
  if (spelled) return dated(monthIndex(spelled[1] ?? '') + 1, Number(spelled[2]), spelled[3], today, isAhead);
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)? (?:of )?([a-z]+)(?:,? (\d{4}))?$/.exec(lower);
  if (dayFirst) return dated(monthIndex(dayFirst[2] ?? '') + 1, Number(dayFirst[1]), dayFirst[3], today, isAhead);
  const [monthName = '', yearText] = lower.split(' ');
  if (monthIndex(monthName) >= 0) return monthNamed(monthName, yearText, today, isAhead);
  const [, which, dayName = ''] = /^(?:(last|next|this) )?([a-z]+)$/.exec(lower) ?? [];
  const weekday = WEEKDAYS.find((candidate) => candidate.startsWith(dayName.slice(0, 3)));
  if (!dayName || !weekday) return undefined;
  const isNext = which ? which !== 'last' : isAhead;
  return only(isNext ? nextWeekday(weekday, today) : lastWeekday(weekday, today));
}

/** Returns a week, month, quarter or year: this one, or one that is `steps` away. */
function unitAt(unit: string, steps: number, today: string): Days {
  if (unit === 'week') return week(today, steps);
  if (unit === 'month') return month(addMonths(today.replace(/\d\d$/, '01'), steps));
  return unit === 'quarter' ? quarter(today, steps) : year(Number(today.slice(0, 4)) + steps);
}

/** A day without a year is the last one up to today or, with `isAhead`, the next one from today. */
function dated(monthNumber: number, day: number, yearText: string | undefined, today: string, isAhead: boolean): Days | undefined {
  if (yearText) return dayOf(Number(yearText.length === 2 ? `20${yearText}` : yearText), monthNumber, day);
  const thisYear = Number(today.slice(0, 4));
  const found = dayOf(thisYear, monthNumber, day);
  if (found?.from && isAhead) return found.from < today ? dayOf(thisYear + 1, monthNumber, day) : found;
  return found?.from && found.from > today ? dayOf(thisYear - 1, monthNumber, day) : found;
}

function dayOf(yearNumber: number, monthNumber: number, day: number): Days | undefined {
  const date = new Date(Date.UTC(yearNumber, monthNumber - 1, day));
  const isReal = date.getUTCMonth() === monthNumber - 1 && date.getUTCDate() === day;
  return isReal && isOnCalendar(text(date)) ? only(text(date)) : undefined;
}

function monthIndex(name: string): number {
  const start = name.toLowerCase().slice(0, 3);
  return start.length === 3 ? MONTHS.findIndex((candidate) => candidate.startsWith(start)) : -1;
}

/** A month without a year is the last one that has begun or, with `isAhead`, the next one that has not ended. */
function monthNamed(name: string, yearText: string | undefined, today: string, isAhead: boolean): Days | undefined {
  const index = monthIndex(name);
  if (index < 0) return undefined;
  const thisYear = Number(today.slice(0, 4));
  const thisMonth = Number(today.slice(5, 7));
  const nearest = isAhead ? thisYear + (index + 1 < thisMonth ? 1 : 0) : thisYear - (index + 1 > thisMonth ? 1 : 0);
  const yearNumber = yearText ? Number(yearText) : nearest;
  return month(`${yearNumber}-${String(index + 1).padStart(2, '0')}-01`);
}

function month(day: string): Days {
  const date = utc(day);
  return {
    from: text(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1))),
    to: text(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0))),
  };
}

function year(yearNumber: number): Days {
  return { from: `${yearNumber}-01-01`, to: `${yearNumber}-12-31` };
}

function quarter(today: string, quarters: number): Days {
  const first = addMonths(`${today.slice(0, 4)}-01-01`, 3 * (Math.floor((Number(today.slice(5, 7)) - 1) / 3) + quarters));
  return { from: first, to: month(addMonths(first, 2)).to ?? first };
}

/** Returns a week, Monday to Sunday. */
function week(today: string, weeks: number): Days {
  const monday = addDays(today, -((utc(today).getUTCDay() + 6) % 7) + 7 * weeks);
  return { from: monday, to: addDays(monday, 6) };
}

/** Returns the same day of another month, or that month's last day if it is shorter. */
function addMonths(day: string, months: number): string {
  const date = utc(day);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0));
  return text(new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date.getUTCDate(), last.getUTCDate()))));
}

/** Returns the last such weekday before today. */
function lastWeekday(name: string, today: string): string {
  const wanted = WEEKDAYS.indexOf(name.toLowerCase());
  return addDays(today, -((utc(today).getUTCDay() - wanted + 6) % 7) - 1);
}

/** Returns the next such weekday after today. */
function nextWeekday(name: string, today: string): string {
  const wanted = WEEKDAYS.indexOf(name.toLowerCase());
  return addDays(today, ((wanted - utc(today).getUTCDay() + 6) % 7) + 1);
}
