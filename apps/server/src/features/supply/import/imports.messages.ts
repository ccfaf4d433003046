import { defineMessages, text } from '@yardage/messages/messages';

/** How dates are written in a file. */
export const DATE_ORDERS = defineMessages('server.import-dates', {
  ymd: 'year-month-day',
  mdy: 'month/day/year',
  dmy: 'day.month.year',
});

/** Messages of an import, in its report and in the terminal. */
export const IMPORT_MESSAGES = defineMessages('server.import', {
  notADate: text("''{text}'' is not a date as {order}.", 'text', 'order'),
  notAMoment: text("''{text}'' is not a time as {order} 14:05.", 'text', 'order'),
  notANumber: text("''{text}'' is not a number.", 'text'),
  notABoolean: text("''{text}'' is neither yes nor no.", 'text'),
  notAChoice: text("''{text}'' is none of {choices}.", 'text', 'choices'),
  noSuchTime: text("''{text}'' does not exist in {timeZone}: clocks go forward then.", 'text', 'timeZone'),
  rowsDiffer: text('Line {line} has another value for the same record.', 'line'),
  waitsFor: text('Waits for {what}.', 'what'),
  stale: 'A newer version is stored.',
  workbook: 'The file is an Excel workbook. Save it as CSV and send that file.',
  noHeader: 'The file has no header line.',
  doubleColumn: text("The header has the column ''{name}'' twice.", 'name'),
  notText: text('The file is not {encoding} throughout. Choose another encoding.', 'encoding'),
  badQuotes: text('A quoted text that begins about line {line} does not end, or a record is longer than 1 MB.', 'line'),
  noKey: "No column is mapped to 'key'.",
  unknownColumn: text("The file has no column ''{name}''.", 'name'),
  unknownField: text("There is no field ''{name}''.", 'name'),
  unknownDataSource: text('There is no data source {code}.', 'code'),
  dataSourceNeeded: 'Name the data source of the file.',
  dataSourceRefused: 'A file of data sources belongs to none.',
  notUploaded: 'The file has not arrived completely.',
  partGap: text('The next part begins at {offset}.', 'offset'),
  partTooLong: 'The part exceeds the announced size.',
  isRunning: 'The file is being imported.',
  isOver: 'There is no run to cancel.',
  notResumable: 'There is no run to continue.',
  fileGone: 'The file was removed after a week. Upload it again.',
  crashed: 'The import stopped unexpectedly. Continue it, or look into the log.',
  tooManyProblems: text('Further rows are counted above and not listed: the report ends after {limit}.', 'limit'),
});
