import type { AssistantRecord } from '@yardage/contract/assistant';
import type { AnswerPart, AssistantQuestion, FirstResponderPort, ToolCall } from '../port.ts';
import { BUILT_IN_MESSAGES } from './built-in.messages.ts';
import type { Intent } from './intent.ts';
import type { Topic } from './question.ts';
import { readQuestion } from './read-question.ts';

type Asked = Pick<AssistantQuestion, 'text' | 'today' | 'history' | 'topic' | 'names'>;

/** Returns what a question wants, given the conversation before it. */
async function understand({ text, today, history, topic, names }: Asked): Promise<Intent> {
  return readQuestion(text, { today, names: await names(), topic: lastTopic(history), currentRecord: topic });
}

/** Understands simple questions by their words and answers from the records. Needs no external service. */
export const builtInAssistant: FirstResponderPort = {
  async classify(question) {
    const intent = await understand(question);
    if ('tool' in intent) return intent.tool === 'explain_action' ? 'action' : 'answer';
    return intent.wants === 'unclear' ? 'unknown' : intent.wants;
  },

  async *answer(question: AssistantQuestion): AsyncGenerator<AnswerPart> {
    const intent = await understand(question);
    if ('wants' in intent) {
      yield { type: 'text', text: replyTo(intent) };
      return;
    }
    const { text, blocks, records } = await question.lookUp(intent);
    yield { type: 'text', text };
    for (const block of blocks) yield { type: 'block', block };
    if (records.length > 0) yield { type: 'records', records };
  },
};

/** Returns the fixed text for a question without a look-up, with examples of questions where they help. */
function replyTo(intent: Exclude<Intent, ToolCall>): string {
  const { thanks, person, examples } = BUILT_IN_MESSAGES;
  if (intent.wants === 'thanks') return thanks;
  if (intent.wants === 'person') return person;
  const opening = intent.wants === 'unclear' ? BUILT_IN_MESSAGES.unclear(intent.word) : BUILT_IN_MESSAGES[intent.wants];
  return `${opening}\n\n${Object.values(examples).join('\n')}`;
}

/** Returns the record that the last answer was about; undefined if the answer was a list. */
function lastTopic(history: AssistantQuestion['history']): Topic | undefined {
  const last = history.findLast(({ sender }) => sender === 'assistant');
  const isList = last?.blocks.some((block) => block.kind === 'links' && block.links.some(({ kind }) => kind === 'list'));
  const record = last?.records[0];
  return record && !isList ? topicOf(record) : undefined;
}

/** The number of a statement is its day as the user's language writes it; its address has the day as yyyy-MM-dd. */
function topicOf({ kind, number, href }: AssistantRecord): Topic {
  const [day = number] = kind === 'statement' ? (/\d{4}-\d\d-\d\d/.exec(href) ?? []) : [];
  return { kind, number: day };
}
