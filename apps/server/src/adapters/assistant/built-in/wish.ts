import type { ToolCall, ToolInput } from '../port.ts';
import { input, type Question, type Topic } from './question.ts';

/** What somebody wants: something looked up, or a few words. `unclear` names the word that no answer can take into account. */
export type Wish = ToolCall | { wants: 'greeting' | 'thanks' | 'help' | 'person' | 'unknown' } | { wants: 'unclear'; word: string };

/** Understands one sort of questions; nothing where the question is of another sort. */
export type Rule = (question: Question) => Wish | undefined;

/** A call with what was said, and nothing else. */
export function calling<Name extends ToolCall['tool']>(
  tool: Name,
  given: { [Key in keyof ToolInput<Name>]: ToolInput<Name>[Key] | undefined },
): Wish {
  return { tool, input: input<ToolInput<Name>>(given) } as Wish;
}

/** One record by its kind and number. */
export function showing(kind: Topic['kind'], number?: string): Wish {
  if (kind === 'statement') return calling('show_statement', number ? { from: number, to: number } : {});
  return { tool: `show_${kind}`, input: number ? { number } : {} };
}
