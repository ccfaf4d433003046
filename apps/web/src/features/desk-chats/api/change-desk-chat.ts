import { endDeskChat, handBackDeskChat, joinDeskChat } from '@yardage/contract/desk-chats';
import { api } from '#web/lib/api.ts';

const CHANGES = { join: joinDeskChat, 'hand-back': handBackDeskChat, end: endDeskChat } as const;

/** An action of a dispatcher on a chat. */
export type DeskChange = keyof typeof CHANGES;

/** Joins a chat, returns it to the waiting ones, or ends it. */
export function changeDeskChat(sessionId: string, change: DeskChange) {
  return api.call(CHANGES[change], { params: { sessionId } });
}
