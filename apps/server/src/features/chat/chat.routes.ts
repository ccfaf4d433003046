import { endChat, getChat, listChatMessages, listChats, markChatRead, sendChatMessage, startChat } from '@yardage/contract/chat';
import type { Area } from '#server/features/area';
import { chatService } from './chat.service.ts';

/** The customers' chats (API-18 to API-22). */
export const chatArea: Area = (bind, services) => {
  const chat = chatService(services);
  bind(startChat, ({ scope, body }) => chat.start(scope, body));
  bind(sendChatMessage, ({ scope, caller, params, body }) => chat.send(scope, caller, params.sessionId, body));
  bind(endChat, ({ scope, caller, params }) => chat.end(scope, caller, params.sessionId));
  bind(listChats, ({ scope, query }) => chat.list(scope, query));
  bind(getChat, ({ scope, params }) => chat.detail(scope, params.sessionId));
  bind(listChatMessages, ({ scope, params, query }) => chat.messages(scope, params.sessionId, query.after));
  bind(markChatRead, ({ scope, params, body }) => chat.read(scope, params.sessionId, body.sequence));
};
