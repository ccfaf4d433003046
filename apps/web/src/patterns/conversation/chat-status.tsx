import { ACTIVE_CHAT, ENDED_CHAT, PENDING_CHAT } from '@yardage/domain/chat';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { CONVERSATION_MESSAGES as MESSAGES } from './conversation.messages.ts';

const KINDS: Record<number, StatusKind> = { [PENDING_CHAT]: 'pending', [ACTIVE_CHAT]: 'active' };

/** Shows a chat's status. Any status other than pending or active counts as ended (CHT-09). */
export function ChatStatus({ status }: { status: number }) {
  const known = status === PENDING_CHAT || status === ACTIVE_CHAT ? status : ENDED_CHAT;
  return <StatusMark kind={KINDS[known] ?? 'closed'}>{MESSAGES.status[known]}</StatusMark>;
}
