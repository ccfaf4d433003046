import type { ImportFormat } from '@yardage/contract/imports';

const ORDERS: Readonly<Record<ImportFormat['dateOrder'], string>> = {
  ymd: 'year-month-day',
  mdy: 'month/day/year',
  dmy: 'day.month.year',
};

/** Messages of an import, in its report and in the terminal. */
export const IMPORT_MESSAGES = {
  notADate: (text: string, order: ImportFormat['dateOrder']) => `'${text}' is not a date as ${ORDERS[order]}.`,
  notAMoment: (text: string, order: ImportFormat['dateOrder']) => `'${text}' is not a time as ${ORDERS[order]} 14:05.`,
  notANumber: (text: string) => `'${text}' is not a number.`,
  notABoolean: (text: string) => `'${text}' is neither yes nor no.`,
  notAChoice: (text: string, choices: readonly string[]) => `'${text}' is none of ${choices.join(', ')}.`,
  noSuchTime: (text: string, timeZone: string) => `'${text}' does not exist in ${timeZone}: clocks go forward then.`,
  rowsDiffer: (line: number) => `Line ${line} has another value for the same record.`,
  waitsFor: (what: string) => `Waits for ${what}.`,
  stale: 'A newer version is stored.',
  noHeader: 'The file has no header line.',
  doubleColumn: (name: string) => `The header has the column '${name}' twice.`,
  notText: (encoding: string) => `The file is not ${encoding} throughout. Choose another encoding.`,
  badQuotes: (line: number) => `A quoted text that begins about line ${line} does not end, or a record is longer than 1 MB.`,
  noKey: "No column is mapped to 'key'.",
  unknownColumn: (name: string) => `The file has no column '${name}'.`,
  unknownField: (name: string) => `There is no field '${name}'.`,
  unknownDataSource: (code: string) => `There is no data source ${code}.`,
  dataSourceNeeded: 'Name the data source of the file.',
  dataSourceRefused: 'A file of data sources belongs to none.',
  notUploaded: 'The file has not arrived completely.',
  partGap: (offset: number) => `The next part begins at ${offset}.`,
  partTooLong: 'The part exceeds the announced size.',
  isRunning: 'The file is being imported.',
  isOver: 'There is no run to cancel.',
  notResumable: 'There is no run to continue.',
  fileGone: 'The file was removed after a week. Upload it again.',
  crashed: 'The import stopped unexpectedly. Continue it, or look into the log.',
  tooManyFindings: (limit: number) => `Further rows are counted above and not listed: the report ends after ${limit}.`,
} as const;
