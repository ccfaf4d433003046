import { PERMISSIONS } from '@yardage/contract/permissions';
import type { StatementDetail } from '@yardage/contract/statements';
import { AGING_BUCKETS } from '@yardage/domain/aging';
import { formatDay } from '@yardage/domain/dates';
import { formatDollars } from '@yardage/domain/money';
import { AGING_NAMES } from '@yardage/domain/names.messages';
import type { ToolResult } from '#server/adapters/assistant/port';
import { statementsService } from '#server/features/statements/statements.service';
import { COUNTED, ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import {
  cell,
  countOfRows,
  linkCell,
  links,
  listAddress,
  narrowing,
  noneOf,
  pageOf,
  parsed,
  recordOf,
  table,
  toList,
  toRecord,
} from '../tool-result.ts';
import type { MakeTools } from './tool.ts';

const access = { anyOf: [PERMISSIONS.STATEMENTS_VIEW], subject: 'statements' } as const;

/** Tools that list statements and show one. */
export const statementTools: MakeTools<'list_statements' | 'show_statement'> = (services) => {
  const statements = statementsService(services);
  return {
    list_statements: {
      ...access,
      async run(scope, { count, from, to }) {
        const { items, totalCount } = parsed(await statements.list(scope, { ...pageOf(count), startDate: from, endDate: to }));
        if (items.length === 0) return noneOf(COUNTED.statement, narrowing({ from, to }));
        const days = items.map(({ statementDate }) => statementDate).sort();
        const balances = await statements.balances(scope, days);
        return {
          text: `${countOfRows(items.length, totalCount, COUNTED.statement)}${narrowing({ from, to })}.`,
          blocks: [
            table(
              MESSAGES.areas.statements,
              [MESSAGES.headers.statement, `#${MESSAGES.headers.amount}`],
              balances.map((row) => [linkCell(recordFor(row.statementDate)), cell(formatDollars(row.balanceDue))]),
            ),
            links(toList(MESSAGES.areas.statements, listAddress('/statements', { from: days[0], to: days.at(-1) }))),
          ],
          records: items.map(({ statementDate }) => recordFor(statementDate)),
        };
      },
    },

    show_statement: {
      ...access,
      async run(scope, { from, to }) {
        const [newest] = parsed(await statements.list(scope, { ...pageOf(1), startDate: from, endDate: to })).items;
        if (!newest) return noneOf(COUNTED.statement, narrowing({ from, to }));
        return describe(parsed(await statements.detail(scope, newest.statementDate)));
      },
    },
  };
};

const recordFor = (statementDate: string) => recordOf('statement', formatDay(statementDate), statementDate);

function describe(statement: StatementDetail): ToolResult {
  const record = recordFor(statement.statementDate);
  return {
    text: MESSAGES.statement.stands(formatDay(statement.statementDate), formatDollars(statement.balanceDue)),
    blocks: [
      table(
        MESSAGES.balance.label,
        [MESSAGES.headers.bucket, `#${MESSAGES.headers.amount}`],
        AGING_BUCKETS.map(({ field }) => [cell(AGING_NAMES[field]), cell(formatDollars(statement[field]))]),
      ),
      links(toRecord(record)),
    ],
    records: [record],
  };
}
