import type { AssistantBlock, AssistantEvent, AssistantMessage, AssistantRecord, getConversation } from '@yardage/contract/assistant';
import { withEvent } from '@yardage/contract/assistant-blocks';
import type { Answer } from '@yardage/contract/endpoint';
import { dayAt } from '@yardage/domain/dates';
import type { AreaServices } from '#server/features/area';
import { EventStream, JsonText } from '#server/http/answers';
import type { Scope } from '#server/http/scope';
import { ASSISTANT_WORDS as WORDS } from './assistant.messages.ts';
import * as queries from './assistant.queries.ts';
import { assistantTools } from './assistant-tools.ts';

const SHOWN_MESSAGES = 100;
/** How much of what was said before an answer is made from. */
const REMEMBERED_MESSAGES = 12;

type Conversation = Answer<typeof getConversation>;

/** What can be asked of the assistant, and what it keeps. */
export function assistantService(services: AreaServices) {
  const { database, assistant, log } = services;
  const lookUpFor = assistantTools(services);

  /** Question and answer are kept together, so that a failed one can be asked again and stands there once. */
  async function keep(
    scope: Scope,
    text: string,
    blocks: readonly AssistantBlock[],
    records: readonly AssistantRecord[],
  ): Promise<AssistantMessage[]> {
    return queries.addMessages(database, scope, [
      { sender: 'user', blocks: [{ kind: 'text', text }], records: [] },
      { sender: 'assistant', blocks, records },
    ]);
  }

  async function* answer(scope: Scope, text: string, requestId: string, signal: AbortSignal): AsyncGenerator<AssistantEvent> {
    let blocks: readonly AssistantBlock[] = [];
    let isKept = false;
    const records = new Map<string, AssistantRecord>();
    try {
      const history = await queries.listMessages(database, scope, REMEMBERED_MESSAGES);
      const { messages } = JSON.parse(history) as Conversation;
      const today = dayAt(new Date(), scope.timeZone);
      for await (const part of assistant.answer({ text, history: messages, today, lookUp: lookUpFor(scope), signal })) {
        signal.throwIfAborted();
        if (part.type === 'records') for (const record of part.records) records.set(record.href, record);
        blocks = withEvent(blocks, part);
        yield part;
      }
      isKept = true;
      const [question, said] = await keep(scope, text, blocks, [...records.values()]);
      if (question && said) yield { type: 'end', question, answer: said };
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error, requestId }, 'the assistant could not answer');
      yield { type: 'failed', message: WORDS.streamFailed };
      isKept = true;
    } finally {
      // Whoever stops an answer, or leaves, finds again what he had read of it.
      if (!isKept && blocks.length > 0) await keep(scope, text, blocks, [...records.values()]);
    }
  }

  return {
    ask(scope: Scope, text: string, requestId: string): EventStream<AssistantEvent> {
      return new EventStream((signal) => answer(scope, text, requestId, signal));
    },

    async conversation(scope: Scope): Promise<JsonText<Conversation>> {
      return new JsonText(await queries.listMessages(database, scope, SHOWN_MESSAGES));
    },

    async clear(scope: Scope): Promise<Conversation> {
      await queries.removeMessages(database, scope);
      return { messages: [] };
    },
  };
}
