import type { ToolCall, ToolInput } from '../port.ts';
import { input, type Question, type Topic } from './question.ts';

/** What a question wants: a look-up or a fixed text. `unclear` carries the word that no answer covers. */
export type Intent = ToolCall | { wants: 'greeting' | 'thanks' | 'help' | 'person' | 'unknown' } | { wants: 'unclear'; word: string };

/** Interprets one kind of question. Returns undefined for other kinds. */
export type Rule = (question: Question) => Intent | undefined;

/** Returns a tool call with only the values that were given. */
export function toolCall<Name extends ToolCall['tool']>(
  tool: Name,
  given: { [Key in keyof ToolInput<Name>]: ToolInput<Name>[Key] | undefined },
): Intent {
  return { tool, input: input<ToolInput<Name>>(given) } as Intent;
}

/** Returns the call that shows one record. */
export function showRecord(kind: Topic['kind'], number?: string): Intent {
  if (kind === 'statement') return toolCall('show_statement', number ? { from: number, to: number } : {});
  return { tool: `show_${kind}`, input: number ? { number } : {} };
}
