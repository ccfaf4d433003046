import type { ImportFormat } from '@yardage/contract/imports';
import { localTimeAt } from '@yardage/domain/dates';
import type { FileField } from './import-fields.ts';
import { DATE_ORDERS, IMPORT_MESSAGES } from './imports.messages.ts';

/** How the cells of a file are read. */
export interface CellRules {
  dateOrder: ImportFormat['dateOrder'];
  decimal: ImportFormat['decimal'];
  /** Of times without an offset. */
  timeZone: string;
}

/** A value for the record, or the cell as it is with the reason why it has no value. */
export type ReadCell = { value: unknown } | { value: string; fault: string };

const DAY = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/;
const COMPACT_DAY = /^(\d{4})(\d{2})(\d{2})$/;
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*([ap])?\.?m?\.?\s*(Z|[+-]\d{2}:?\d{2})?$/i;
const TRUE = new Set(['true', 'yes', 'y', '1', 'x', 't']);
const FALSE = new Set(['false', 'no', 'n', '0', 'f']);
const NO_VALUE = 'NULL';
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Reads a cell that is not empty as the value of a field. */
export function readCell({ type, choices }: FileField, cell: string, rules: CellRules): ReadCell {
  const text = cell.trim();
  switch (type) {
    case 'number':
    case 'integer': {
      const value = readCellNumber(text, rules.decimal);
      return value === undefined ? { value: text, fault: IMPORT_MESSAGES.notANumber(text) } : { value };
    }
    case 'boolean': {
      const word = text.toLowerCase();
      if (TRUE.has(word) || FALSE.has(word)) return { value: TRUE.has(word) };
      return { value: text, fault: IMPORT_MESSAGES.notABoolean(text) };
    }
    case 'day': {
      // A time after the day is dropped: exports write midnight.
      const value = readDay(text.split(/[ T]/)[0] ?? '', rules.dateOrder);
      return value === undefined ? { value: text, fault: IMPORT_MESSAGES.notADate(text, DATE_ORDERS[rules.dateOrder]) } : { value };
    }
    case 'moment':
      // NULL removes a time of an earlier version; an empty cell leaves it as it is.
      if (text === NO_VALUE) return { value: null };
      return readMoment(text, rules);
    case 'choice': {
      const value = choices.find((choice) => plain(choice) === plain(text));
      return value === undefined ? { value: text, fault: IMPORT_MESSAGES.notAChoice(text, choices.join(', ')) } : { value };
    }
    default:
      return { value: text };
  }
}

/** Accepts a currency sign, grouped thousands, and a minus before, behind or as parentheses. */
export function readCellNumber(text: string, decimal: ImportFormat['decimal']): number | undefined {
  const isNegative = /^\(.*\)$|^-|-$/.test(text);
  const bare = text.replace(/[()\s\u00a0\u202f'$€£]|^-|-$/g, '');
  const [group, sign] = decimal === 'point' ? [',', '.'] : ['.', ','];
  const pattern = new RegExp(`^(?:\\d{1,3}(?:\\${group}\\d{3})+|\\d*)(?:\\${sign}\\d*)?$`);
  if (!pattern.test(bare) || !/\d/.test(bare)) return undefined;
  const value = Number(bare.replaceAll(group, '').replace(sign, '.'));
  return isNegative ? -value : value;
}

/** Returns `yyyy-MM-dd`, or undefined for what is no day. */
export function readDay(text: string, order: ImportFormat['dateOrder']): string | undefined {
  const compact = COMPACT_DAY.exec(text);
  const [, first = '', , second = '', third = ''] = compact ? [text, compact[1], '', compact[2], compact[3]] : (DAY.exec(text) ?? []);
  if (!first) return undefined;
  const [year, month, day] =
    first.length === 4 ? [first, second, third] : order === 'dmy' ? [third, second, first] : [third, first, second];
  if (year.length !== 4 && year.length !== 2) return undefined;
  const iso = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

function readMoment(text: string, { dateOrder, timeZone }: CellRules): ReadCell {
  const [, dayText = '', timeText = ''] = /^(\S+?)(?:[T\s]+(.*))?$/i.exec(text.replace(/^(\d{4}-\d{2}-\d{2})T/, '$1 ')) ?? [];
  const day = readDay(dayText, dateOrder);
  const time = readTime(timeText);
  if (day === undefined || time === undefined) return { value: text, fault: IMPORT_MESSAGES.notAMoment(text, DATE_ORDERS[dateOrder]) };
  if (time.offset) return { value: `${day}T${time.clock}${time.offset}` };
  const moment = momentAt(`${day}T${time.clock}`, timeZone);
  return moment === undefined ? { value: text, fault: IMPORT_MESSAGES.noSuchTime(text, timeZone) } : { value: moment };
}

/** A day without a time means its first moment. */
function readTime(text: string): { clock: string; offset: string } | undefined {
  if (text === '') return { clock: '00:00:00', offset: '' };
  const [, hourText = '', minute = '', second = '00', fraction = '', half, zone = ''] = TIME.exec(text) ?? [];
  if (!hourText) return undefined;
  let hour = Number(hourText);
  if (half) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  if (hour > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const offset = zone.toUpperCase() === 'Z' || zone === '' ? zone.toUpperCase() : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  // Versions are compared in milliseconds.
  const millisecond = Number(fraction) === 0 ? '' : `.${fraction.slice(0, 3).padEnd(3, '0')}`;
  return { clock: `${String(hour).padStart(2, '0')}:${minute}:${second}${millisecond}`, offset };
}

/** Milliseconds that a time zone's clocks are ahead of UTC, by the quarter hour, in which no rule changes. */
const aheadBy = new Map<string, number>();
const QUARTER_MS = 15 * 60_000;
const MAX_KNOWN = 50_000;

function aheadMs(moment: number, timeZone: string): number {
  const start = Math.floor(moment / QUARTER_MS) * QUARTER_MS;
  const name = `${timeZone} ${start}`;
  const known = aheadBy.get(name);
  if (known !== undefined) return known;
  const ahead = Date.parse(`${localTimeAt(new Date(start), timeZone)}Z`) - start;
  if (aheadBy.size >= MAX_KNOWN) aheadBy.clear();
  aheadBy.set(name, ahead);
  return ahead;
}

/** The moment at which clocks of a time zone show a local time; the first if they show it twice, undefined if never. */
export function momentAt(local: string, timeZone: string): string | undefined {
  const shown = Date.parse(`${local}Z`);
  const day = 86_400_000;
  const offsets = [aheadMs(shown - day, timeZone), aheadMs(shown + day, timeZone)].sort((a, b) => b - a);
  for (const ahead of offsets) {
    if (aheadMs(shown - ahead, timeZone) === ahead) return new Date(shown - ahead).toISOString().replace('.000Z', 'Z');
  }
  return undefined;
}
