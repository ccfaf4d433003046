import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { CHAT_MESSAGES as MESSAGES } from '#web/features/chat/chat.messages.ts';
import { ChatPanel, useChat } from '#web/features/chat/components/chat-panel.tsx';

/** The chat whose session id is in the URL (CHT-02). */
export function OpenChat() {
  const { sessionId } = useParams({ from: '/shell/newOrderChat/$sessionId' });
  return <Chat key={sessionId} sessionId={sessionId} />;
}

function Chat({ sessionId }: { sessionId: string }) {
  return (
    <ChatPanel
      sessionId={sessionId}
      chat={useChat(sessionId)}
      hasTitle
      afterEnd={
        <Button variant="default" renderRoot={(props) => <Link to="/newOrderChat/new" search={true} {...props} />}>
          {MESSAGES.startAgain}
        </Button>
      }
    />
  );
}
