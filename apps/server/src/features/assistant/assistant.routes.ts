import { askAssistant, clearConversation, getConversation } from '@yardage/contract/assistant';
import type { Area } from '#server/features/area';
import { assistantService } from './assistant.service.ts';

/** The assistant (AST-01 to AST-04). */
export const assistantArea: Area = (bind, services) => {
  const assistant = assistantService(services);
  bind(askAssistant, async ({ scope, body, requestId }) => assistant.ask(scope, body.text, requestId));
  bind(getConversation, ({ scope }) => assistant.conversation(scope));
  bind(clearConversation, ({ scope }) => assistant.clear(scope));
};
