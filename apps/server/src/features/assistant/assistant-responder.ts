import type { ChatContext } from '@yardage/contract/chat';
import { CHAT_CATEGORIES } from '@yardage/domain/chat';
import { offeredLanguages } from '@yardage/messages/catalogues';
import { runInLanguage } from '@yardage/messages/language';
import type { AssistantQuestion, FirstResponderPort, Topic } from '#server/adapters/assistant/port';
import type { AreaServices } from '#server/features/area';
import type { ChatResponder, ResponderCall } from '#server/features/chat/chat-responder';
import { answerHtml } from './answer-html.ts';
import { hasAgentSaid } from './assistant.queries.ts';
import { assistantContext } from './assistant-context.ts';
import { RESPONDER_MESSAGES as MESSAGES } from './responder.messages.ts';

const KIND_OF: Readonly<Record<number, Topic['kind']>> = {
  [CHAT_CATEGORIES.invoice]: 'invoice',
  [CHAT_CATEGORIES.order]: 'order',
  [CHAT_CATEGORIES.ticket]: 'ticket',
};

/** The assistant as first responder in pending chats: greets, answers about the chat's record, and stops when asked for a person. */
export function assistantResponder(services: AreaServices, assistant: FirstResponderPort): ChatResponder {
  const contextOf = assistantContext(services);

  const questionOf = (call: ResponderCall, text: string): AssistantQuestion => {
    const topic = topicOf(call.context);
    return {
      text,
      history: [],
      ...contextOf(call.scope, topic),
      // Never aborted: this runs in a job with its own time limit, not for an open connection.
      signal: new AbortController().signal,
      ...(topic ? { topic } : {}),
    };
  };

  async function greet(call: ResponderCall) {
    if (call.replies > 0) return undefined;
    const hello = MESSAGES.hello(call.caller.firstName);
    const topic = topicOf(call.context);
    if (!topic || topic.kind === 'invoice') return { text: hello };
    const { text } = await contextOf(call.scope, topic).lookUp({
      tool: topic.kind === 'ticket' ? 'show_ticket' : 'show_order',
      input: { number: topic.number },
    });
    return { text: `${hello}\n\n${text}` };
  }

  return async (call) => {
    if (call.message === null) return greet(call);
    if (await hasAgentSaid(services.database, call.scope, call.sessionId, inAllLanguages('handedOver'))) return undefined;
    const question = questionOf(call, call.message);
    const intent = await assistant.classify(question);
    if (intent === 'person') return { text: MESSAGES.handedOver };
    if (intent === 'greeting') return undefined;
    if (intent !== 'answer') {
      const name = intent === 'unknown' || intent === 'action' ? 'unknown' : intent;
      // Say this once only: the customer keeps writing to dispatch and should not get it after every message.
      return (await hasAgentSaid(services.database, call.scope, call.sessionId, inAllLanguages(name)))
        ? undefined
        : { text: MESSAGES[name] };
    }
    return { html: await answerHtml(assistant.answer(question), call.scope.globalCustomerNumber) };
  };
}

/** A user may change the language during a chat. */
function inAllLanguages(name: 'handedOver' | 'unknown' | 'thanks' | 'help'): string[] {
  return offeredLanguages().map((language) => runInLanguage(language, () => MESSAGES[name]));
}

function topicOf({ category, entityId, entityNumber }: ChatContext): Topic | undefined {
  const kind = KIND_OF[category];
  return kind && entityNumber ? { kind, number: entityNumber, id: entityId } : undefined;
}
