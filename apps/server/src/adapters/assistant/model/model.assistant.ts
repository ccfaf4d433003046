import type { Logger } from 'pino';
import type { AnswerPart, AssistantPort, AssistantQuestion } from '../port.ts';
import type { ModelSettings } from './ask-model.ts';
import { MODEL_MESSAGES } from './model.messages.ts';

/** A language model selects the tools and writes the answer. If it fails before its first output, `fallback` answers. */
export function modelAssistant(settings: ModelSettings, fallback: AssistantPort, log: Logger): AssistantPort {
  return {
    async *answer(question: AssistantQuestion): AsyncGenerator<AnswerPart> {
      let hasSpoken = false;
      try {
        // Loaded with the first question, so that a server without a model never loads it.
        const { askModel } = await import('./ask-model.ts');
        for await (const part of askModel(settings, question)) {
          hasSpoken ||= part.type !== 'step';
          yield part;
        }
      } catch (error) {
        if (question.signal.aborted || hasSpoken) throw error;
        log.warn({ err: error }, 'the assistant’s model did not answer');
        yield { type: 'text', text: `${MODEL_MESSAGES.fellBack}\n\n` };
        yield* fallback.answer(question);
      }
    },
  };
}
