import type { AssistantBlock } from '@yardage/contract/assistant';
import type { ToolResult } from '#server/adapters/assistant/port';
import { ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import { cell, links, table } from '../tool-result.ts';

type Link = Extract<AssistantBlock, { kind: 'links' }>['links'][number];

/** One side of a comparison. */
interface Side {
  /** Its filter in words, from `narrowing`. */
  about: string;
  amount: number;
  text: string;
  /** How many loads or invoices it sums, as text. */
  count: string;
}

/** Shows two sums side by side and how much the first differs. Without `format` (mixed units), shows no difference. */
export function compared([one, other]: readonly Side[], format: ((amount: number) => string) | undefined, link: Link): ToolResult {
  if (!one || !other) throw new Error('two sides are compared');
  // Sums of quantities in binary fractions may differ by less than the last digit that is shown.
  const difference = Math.round((one.amount - other.amount) * 100) / 100;
  const verdict = difference > 0 ? MESSAGES.compared.more : MESSAGES.compared.less;
  const sentence = MESSAGES.compared.both(`${one.text}${one.about}`, `${other.text}${other.about}`);
  const turn = !format ? '' : difference === 0 ? MESSAGES.compared.same : verdict(format(Math.abs(difference)));
  return {
    text: [sentence, turn].filter(Boolean).join(' '),
    blocks: [
      table(
        MESSAGES.compared.label,
        [MESSAGES.headers.date, `#${MESSAGES.headers.quantity}`, `#${MESSAGES.headers.total}`],
        [one, other].map((side) => [cell(side.about.trim() || MESSAGES.compared.all), cell(side.count), cell(side.text)]),
      ),
      links(link),
    ],
    records: [],
  };
}
