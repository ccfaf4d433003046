import { ActionIcon } from '@mantine/core';
import { ACTIVE_CHAT, PENDING_CHAT } from '@yardage/domain/chat';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { chatSubject } from '#web/patterns/conversation/chat-subject.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { CHAT_MESSAGES as WORDS } from '../chat.messages.ts';
import { dockChat, undockChat } from '../dock-store.ts';
import { useChat } from '../use-chat.ts';
import { useEndChat } from '../use-end-chat.ts';
import { ChatPanel } from './chat-panel.tsx';

interface Standing {
  sessionId: string;
  status: number;
  subject: string;
}

interface ChatDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  /** None while it has not started. */
  sessionId: string | undefined;
  /** Until then: what is going on. */
  starting?: ReactNode;
  /** Until the chat itself says what it is about. */
  context?: ReactNode;
  /** Beside the title: other ways to dispatch. */
  ways?: ReactNode;
  /** What can be done about a chat that has ended. */
  afterEnd?: ReactNode;
}

/**
 * A chat beside the page. Its close button ends a chat that is active, and says so (CHT-21); minimising, Esc and going back keep it, at the
 * bottom of the frame.
 */
export function ChatDrawer({ isOpen, onClose, sessionId, starting, context, ways, afterEnd }: ChatDrawerProps) {
  const customer = useCustomer();
  const ending = useEndChat();
  const [told, setTold] = useState<Standing | null>(null);
  const standing = told && told.sessionId === sessionId ? told : null;
  const isActive = standing?.status === ACTIVE_CHAT;
  const isGoingOn = isActive || standing?.status === PENDING_CHAT;

  /** Whether one of the buttons closed it: every other way of leaving puts an active chat away instead of losing it. */
  const isClosed = useRef(false);
  const putAway = useEffectEvent(() => {
    if (!isClosed.current && isActive && standing) dockChat({ ...standing, customer });
  });
  useEffect(() => {
    if (!isOpen) return;
    isClosed.current = false;
    if (sessionId) undockChat(sessionId);
    return () => putAway();
  }, [isOpen, sessionId]);

  const close = (): void => {
    isClosed.current = true;
    if (isActive) ending.mutate(standing.sessionId);
    onClose();
  };
  const minimise = (): void => {
    isClosed.current = true;
    if (standing) dockChat({ ...standing, customer });
    onClose();
  };
  return (
    <SideDrawer
      kind="chat"
      isOpen={isOpen}
      onClose={close}
      onDismiss={isGoingOn ? minimise : close}
      closeLabel={isActive ? WORDS.closeAndEnd : undefined}
      actions={
        <>
          {ways}
          {isGoingOn ? (
            <ActionIcon variant="subtle" size={36} color="gray" aria-label={WORDS.minimise} title={WORDS.minimise} onClick={minimise}>
              <Icon name="minus" size={20} />
            </ActionIcon>
          ) : null}
        </>
      }
      title={WORDS.drawerTitle}
      context={standing?.subject ?? context}
    >
      {sessionId ? <DrawerChat key={sessionId} sessionId={sessionId} onStanding={setTold} afterEnd={afterEnd} /> : starting}
    </SideDrawer>
  );
}

interface DrawerChatProps {
  sessionId: string;
  /** The drawer around it acts by what is known here. */
  onStanding: (standing: Standing) => void;
  afterEnd: ReactNode;
}

function DrawerChat({ sessionId, onStanding, afterEnd }: DrawerChatProps) {
  const chat = useChat(sessionId);
  const { status } = chat.conversation;
  const subject = chat.session ? chatSubject(chat.session.context) : undefined;
  useEffect(() => {
    if (subject !== undefined) onStanding({ sessionId, status, subject });
  }, [sessionId, status, subject, onStanding]);
  return <ChatPanel sessionId={sessionId} chat={chat} hasTitle={false} afterEnd={afterEnd} />;
}
