import type { Logger } from 'pino';
import type { Config } from '#server/config';
import { builtInAssistant } from './built-in/built-in.assistant.ts';
import { modelAssistant } from './model/model.assistant.ts';
import type { AssistantPort } from './port.ts';

/** Returns the configured model, or the built-in assistant. */
export function chooseAssistant({ model, timeoutMs }: Config['assistant'], log: Logger): AssistantPort {
  return model ? modelAssistant({ ...model, timeoutMs }, builtInAssistant, log) : builtInAssistant;
}
