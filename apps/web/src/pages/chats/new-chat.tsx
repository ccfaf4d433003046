import { useNavigate } from '@tanstack/react-router';
import { StartForm } from '#web/features/chat/components/start-form.tsx';

/** A new chat: its start form, then the chat itself (CHT-13, CHT-18). */
export function NewChat() {
  const navigate = useNavigate();
  return (
    <StartForm
      onStarted={({ sessionId }) => void navigate({ to: '/newOrderChat/$sessionId', params: { sessionId }, search: true, replace: true })}
    />
  );
}
