import type { AnswerPart, AssistantQuestion, FirstResponderPort, ToolCall } from '../port.ts';
import { BUILT_IN_MESSAGES } from './built-in.messages.ts';
import type { Topic } from './question.ts';
import { readQuestion } from './read-question.ts';
import type { Wish } from './wish.ts';

type Asked = Pick<AssistantQuestion, 'text' | 'today' | 'history' | 'topic' | 'names'>;

/** Returns what a question wants, given the conversation before it. */
async function understand({ text, today, history, topic, names }: Asked): Promise<Wish> {
  return readQuestion(text, { today, names: await names(), topic: lastTopic(history), atHand: topic && withDay(topic) });
}

/** Understands simple questions by their words and answers from the records. Needs no external service. */
export const builtInAssistant: FirstResponderPort = {
  async wish(question) {
    const wish = await understand(question);
    if ('tool' in wish) return wish.tool === 'explain_action' ? 'action' : 'answer';
    return wish.wants === 'unclear' ? 'unknown' : wish.wants;
  },

  async *answer(question: AssistantQuestion): AsyncGenerator<AnswerPart> {
    const wish = await understand(question);
    if ('wants' in wish) {
      yield { type: 'text', text: replyTo(wish) };
      return;
    }
    const { text, blocks, records } = await question.lookUp(wish);
    yield { type: 'text', text };
    for (const block of blocks) yield { type: 'block', block };
    if (records.length > 0) yield { type: 'records', records };
  },
};

/** Returns the fixed text for a question without a look-up, with examples of questions where they help. */
function replyTo(wish: Exclude<Wish, ToolCall>): string {
  const { thanks, person, examples } = BUILT_IN_MESSAGES;
  if (wish.wants === 'thanks') return thanks;
  if (wish.wants === 'person') return person;
  const opening = wish.wants === 'unclear' ? BUILT_IN_MESSAGES.unclear(wish.word) : BUILT_IN_MESSAGES[wish.wants];
  return `${opening}\n\n${Object.values(examples).join('\n')}`;
}

/** Returns the record that the last answer was about; undefined if the answer was a list. */
function lastTopic(history: AssistantQuestion['history']): Topic | undefined {
  const last = history.findLast(({ sender }) => sender === 'assistant');
  const isList = last?.blocks.some((block) => block.kind === 'links' && block.links.some(({ kind }) => kind === 'list'));
  const record = last?.records[0];
  return record && !isList ? withDay(record) : undefined;
}

/** A statement's number is its date; converts it to yyyy-MM-dd. */
function withDay({ kind, number }: Topic): Topic {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(number) ?? [];
  return { kind, number: year ? `${year}-${month}-${day}` : number };
}
