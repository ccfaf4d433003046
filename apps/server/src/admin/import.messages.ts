import type { ImportMode } from '@yardage/contract/imports';
import { SUPPLY_OUTCOMES } from '@yardage/contract/supply-outcomes';
import type { Counts } from '#server/features/supply/import/imports.queries';

const countsText = (counts: Counts) => SUPPLY_OUTCOMES.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ');

/** What the import command prints. */
export const IMPORT_COMMAND_MESSAGES = {
  usage: [
    'Usage: npm run import -- FOLDER [--data-source CODE] [--dry-run]',
    '',
    '  FOLDER has one CSV file per resource: plants.csv, customers.csv, orders.csv, tickets.csv …',
    '',
    '  --data-source CODE      the data source of the files; data-sources.csv needs none',
    '  --dry-run               check everything and store nothing',
    '  --map COLUMN=FIELD      name the column of a field (repeat it); RESOURCE:COLUMN=FIELD for one file only',
    '  --date-order ORDER      ymd, mdy or dmy, where the dates do not tell',
    '  --decimal SIGN          point or comma, where the numbers do not tell',
    '  --encoding NAME         utf-8, utf-16le, utf-16be or windows-1252',
    '  --delimiter NAME        comma, semicolon, tab or pipe',
    '  --report FOLDER         where the reports are written; FOLDER if absent',
    '  --restart               begin again, although an earlier import of the same file was interrupted',
    '',
    'Ctrl+C stops after the present rows. The same command continues. The command uses DATABASE_URL, or the embedded database in',
    'DATA_DIR while its server is stopped. It ends with 0 if everything was taken, 2 if records were refused, 1 if a file was not read',
    'to its end.',
  ].join('\n'),
  noFiles: (folder: string) => `${folder} has no file that is named after a resource, such as orders.csv.`,
  noFolder: (folder: string) => `${folder} is no folder.`,
  needsDataSource: 'Name the data source with --data-source.',
  badMap: (text: string) => `'${text}' is not COLUMN=FIELD.`,
  badOption: (name: string, allowed: readonly string[]) => `--${name} is one of ${allowed.join(', ')}.`,
  unclear: {
    dateOrder: (file: string) => `${file}: the dates may be month/day or day/month. Say which with --date-order mdy or --date-order dmy.`,
    decimal: (file: string) => `${file}: numbers such as 1,234 may mean two things. Say which with --decimal point or --decimal comma.`,
  },
  noKey: (file: string, resource: string, columns: readonly string[]) =>
    `${file}: no column identifies a record. Say which does with --map '${resource}:COLUMN=key'.\n  Its columns: ${columns.join(', ')}`,
  noColumn: (file: string | undefined, column: string) => `${file ? `${file} has no` : 'No file has a'} column '${column}'.`,
  otherFiles: (names: readonly string[]) => `Not imported, because they are not named after a resource: ${names.join(', ')}`,
  unused: (columns: readonly string[]) => `  Not imported: ${columns.join(', ')}`,
  missing: (file: string, fields: readonly string[]) =>
    `${file}: no column for ${fields.join(', ')}. Every record will be refused unless you name it with --map.`,
  begins: (file: string, format: string, mapping: string) => `${file}: ${format}\n  ${mapping}`,
  continues: (file: string, line: number) => `${file}: continues after line ${line}.`,
  beginsAnew: (file: string) =>
    `${file}: an earlier import was interrupted, but read the file in another way. It begins with the first row.`,
  progress: (file: string, percent: number) => `${file}: ${percent} %`,
  ended: (file: string, mode: ImportMode, counts: Counts) => `${file}: ${mode === 'dry-run' ? 'dry run: ' : ''}${countsText(counts)}.`,
  report: (path: string) => `  Report: ${path}`,
  noReport: (path: string, reason: string) => `  The report could not be written to ${path}: ${reason}`,
  unknownDataSource: (code: string) =>
    `There is no data source ${code}. Times of its files cannot be read before it is known: add data-sources.csv to the folder, or send it first.`,
  isRunning: (file: string) =>
    `${file}: another process is importing this file, or ended without a word in the last two minutes. Try again later, or use --restart.`,
  takenOver: (file: string) => `${file}: another process has taken this import over.`,
  stopped: (file: string) => `${file}: stopped. Run the same command to continue.`,
  failed: (file: string, reason: string) => `${file}: ${reason}`,
} as const;
