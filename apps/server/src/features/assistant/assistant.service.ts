import type { AssistantBlock, AssistantEvent, AssistantMessage, AssistantRecord, getConversation } from '@yardage/contract/assistant';
import { withEvent } from '@yardage/contract/assistant-blocks';
import type { Answer } from '@yardage/contract/endpoint';
import type { AreaServices } from '#server/features/area';
import { EventStream, JsonText } from '#server/http/answers';
import type { Scope } from '#server/http/scope';
import { ASSISTANT_MESSAGES as MESSAGES } from './assistant.messages.ts';
import * as queries from './assistant.queries.ts';
import { assistantContext } from './assistant-context.ts';

const SHOWN_MESSAGES = 100;
/** How many earlier messages the assistant gets as history. */
const REMEMBERED_MESSAGES = 12;

type Conversation = Answer<typeof getConversation>;

/** The part of an answer that has been streamed so far. */
interface Said {
  blocks: readonly AssistantBlock[];
  records: Map<string, AssistantRecord>;
}

/** Answers questions and keeps the conversation. */
export function assistantService(services: AreaServices) {
  const { database, assistant, log } = services;
  const contextOf = assistantContext(services);

  /** Stores question and answer together, so that a failed question can be asked again without appearing twice. */
  async function keep(scope: Scope, text: string, { blocks, records }: Said): Promise<AssistantMessage[]> {
    return queries.addMessages(database, scope, [
      { sender: 'user', blocks: [{ kind: 'text', text }], records: [] },
      { sender: 'assistant', blocks, records: [...records.values()] },
    ]);
  }

  async function* partsOf(scope: Scope, text: string, said: Said, signal: AbortSignal): AsyncGenerator<AssistantEvent> {
    const { messages } = JSON.parse(await queries.listMessages(database, scope, REMEMBERED_MESSAGES)) as Conversation;
    for await (const part of assistant.answer({ text, history: messages, ...contextOf(scope), signal })) {
      signal.throwIfAborted();
      if (part.type === 'records') for (const record of part.records) said.records.set(record.href, record);
      said.blocks = withEvent(said.blocks, part);
      yield part;
    }
  }

  async function* answer(scope: Scope, text: string, requestId: string, signal: AbortSignal): AsyncGenerator<AssistantEvent> {
    const said: Said = { blocks: [], records: new Map() };
    let isDone = false;
    try {
      yield* partsOf(scope, text, said, signal);
      isDone = true;
      const [question, answered] = await keep(scope, text, said);
      if (question && answered) yield { type: 'end', question, answer: answered };
    } catch (error) {
      if (signal.aborted) return;
      isDone = true;
      log.error({ err: error, reqId: requestId }, 'the assistant could not answer');
      yield { type: 'failed', message: MESSAGES.streamFailed };
    } finally {
      // If the user stops the answer or leaves, keep the part that was already streamed.
      if (!isDone && said.blocks.length > 0) await keep(scope, text, said);
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
