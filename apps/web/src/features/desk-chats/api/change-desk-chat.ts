import { endDeskChat, handBackDeskChat, joinDeskChat } from '@yardage/contract/desk-chats';
import { api } from '#web/lib/api.ts';

const CHANGES = { join: joinDeskChat, 'hand-back': handBackDeskChat, end: endDeskChat } as const;

/** What dispatch can do with a chat. */
export type DeskChange = keyof typeof CHANGES;

/** Takes a chat, puts it back among the waiting ones, or ends it. */
export function changeDeskChat(sessionId: string, change: DeskChange) {
  return api.call(CHANGES[change], { params: { sessionId } });
}
