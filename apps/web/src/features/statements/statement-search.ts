import type { StatementLine } from '@yardage/contract/statements';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount } from '#web/lib/formats/number-format.ts';
import { STATEMENTS_MESSAGES } from './statements.messages.ts';

/** Returns the lines whose displayed text contains every search word (STM-09). */
export function findLines(lines: readonly StatementLine[], search: string): readonly StatementLine[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return lines;
  return lines.filter((line) => {
    const text = [
      line.documentNumber,
      line.documentCode,
      STATEMENTS_MESSAGES.codes[line.documentCode],
      line.description,
      formatDay(line.documentDate),
      formatAmount(line.amount),
      formatAmount(line.balance),
    ]
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
