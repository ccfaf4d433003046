import { useParams } from '@tanstack/react-router';
import { DeskChatPanel } from '#web/features/desk-chats/components/desk-chat-panel.tsx';

/** The chat whose session id is in the URL. */
export function OpenDeskChat() {
  const { sessionId } = useParams({ from: '/shell/desk/chats/$sessionId' });
  return <DeskChatPanel key={sessionId} sessionId={sessionId} />;
}
