import { useNavigate } from '@tanstack/react-router';
import { StartForm } from '#web/features/chat/components/start-form.tsx';

/** The start form of a new chat. It opens the chat once it is started (CHT-13, CHT-18). */
export function NewChat() {
  const navigate = useNavigate();
  return (
    <StartForm
      onStarted={({ sessionId }) => void navigate({ to: '/newOrderChat/$sessionId', params: { sessionId }, search: true, replace: true })}
    />
  );
}
