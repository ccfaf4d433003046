import { useParams } from '@tanstack/react-router';
import { DeskChatPanel } from '#web/features/desk-chats/components/desk-chat-panel.tsx';

/** The chat that the address names. */
export function OpenDeskChat() {
  const { sessionId } = useParams({ from: '/shell/desk/chats/$sessionId' });
  return <DeskChatPanel key={sessionId} sessionId={sessionId} />;
}
