import { ActionIcon } from '@mantine/core';
import { ACTIVE_CHAT, PENDING_CHAT } from '@yardage/domain/chat';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { countUnsent } from '#web/lib/hub/unsent-chat-messages.ts';
import { chatSubject } from '#web/patterns/conversation/use-chat-list.ts';
import { useSentFirst } from '#web/patterns/conversation/use-sent-first.ts';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { CHAT_MESSAGES as MESSAGES } from '../chat.messages.ts';
import { dockChat, undockChat } from '../dock-store.ts';
import { ChatPanel, useChat, useEndChat } from './chat-panel.tsx';

interface ChatState {
  sessionId: string;
  status: number;
  subject: string;
}

interface ChatDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  /** Whether the address says that it is open. */
  isInUrl: boolean;
  /** Undefined until the chat has started. */
  sessionId: string | undefined;
  /** Shown until the chat has started. */
  starting?: ReactNode;
  /** Shown below the title until the chat has loaded and its subject is known. */
  context?: ReactNode;
  /** Other ways to contact dispatch, shown beside the title. */
  contactLinks?: ReactNode;
  /** Actions shown after the chat has ended. */
  afterEnd?: ReactNode;
}

/**
 * A chat in a side drawer. The close button ends an active chat, and its label says so (CHT-21). If the chat is still waiting, or messages
 * cannot be sent, it asks first. Minimising, Esc and going back move the chat to the dock.
 */
export function ChatDrawer({ isOpen, onClose, isInUrl, sessionId, starting, context, contactLinks, afterEnd }: ChatDrawerProps) {
  const customer = useCustomer();
  const ending = useEndChat();
  const [reported, setReported] = useState<ChatState | null>(null);
  const sentFirst = useSentFirst(sessionId);
  const [asked, setAsked] = useState<'waiting' | 'unsent' | null>(null);
  const state = reported && reported.sessionId === sessionId ? reported : null;
  const isWaiting = state?.status === PENDING_CHAT;
  const isOngoing = isOngoingChat(state);
  // Without messages to send the confirmation is only for waiting chats, so close it when a dispatcher joins.
  if (asked === 'waiting' ? !isWaiting : asked === 'unsent' && !isOngoing) setAsked(null);

  /** The latest known state. A ref, because the effect cleanup below needs the current value. */
  const latest = useRef<ChatState | null>(null);
  /** Whether the drawer is open. While it slides out, the chat that it docked stays docked. */
  const isShown = useRef(false);
  const reportState = useCallback((next: ChatState): void => {
    latest.current = next;
    setReported(next);
    // Not before its state is known: a chat that is left while it loads could not be docked again.
    if (isShown.current) undockChat(next.sessionId);
  }, []);
  /** Whether the drawer was closed on purpose. If it closes in any other way, the chat is docked so that it is not lost. */
  const isClosed = useRef(false);
  const shownId = useRef(sessionId);
  useEffect(() => {
    shownId.current = sessionId;
    if (!isOpen) return;
    isClosed.current = false;
    isShown.current = true;
    // Opened again while it slides out: its state is known and is not reported once more.
    if (sessionId !== undefined && latest.current?.sessionId === sessionId) undockChat(sessionId);
    return () => {
      isShown.current = false;
      const left = latest.current;
      if (!isClosed.current && left && left.sessionId === sessionId && isOngoingChat(left)) dockChat({ ...left, customer });
    };
  }, [isOpen, sessionId, customer]);

  const leave = (): void => {
    isClosed.current = true;
    onClose();
  };
  const minimise = (): void => {
    if (state) dockChat({ ...state, customer });
    leave();
  };
  const endAndLeave = (ended: ChatState): void => {
    // If ending fails, dock the chat so that it is not lost.
    ending.endAsync(ended.sessionId).catch(() => dockChat({ ...ended, customer }));
    leave();
  };
  const endWaiting = ({ sessionId: ended }: ChatState): void =>
    ending.end(ended, { onSuccess: () => shownId.current === ended && leave() });
  const closeQuestion = (): void => {
    sentFirst.cancel();
    setAsked(null);
  };
  const endActive = (ended: ChatState): void =>
    sentFirst.run(() => {
      closeQuestion();
      endAndLeave(ended);
    });
  const close = (): void => {
    if (isWaiting) setAsked('waiting');
    else if (!state || !isOngoing) leave();
    else if (countUnsent(state.sessionId) === 0) endAndLeave(state);
    else {
      setAsked('unsent');
      endActive(state);
    }
  };
  const confirm = (ended: ChatState): void => (isWaiting ? sentFirst.run(() => endWaiting(ended)) : endActive(ended));
  return (
    <SideDrawer
      kind="chat"
      isOpen={isOpen}
      onClose={close}
      isInUrl={isInUrl}
      onDismiss={isOngoing ? minimise : close}
      closeLabel={isOngoing ? MESSAGES.closeAndEnd : undefined}
      actions={
        <>
          {contactLinks}
          {isOngoing ? (
            <ActionIcon variant="subtle" size={36} color="gray" aria-label={MESSAGES.minimise} title={MESSAGES.minimise} onClick={minimise}>
              <Icon name="minus" size={20} />
            </ActionIcon>
          ) : null}
        </>
      }
      title={MESSAGES.drawerTitle}
      context={state?.subject ?? context}
    >
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={closeQuestion}
        title={MESSAGES.endTitle}
        confirmText={MESSAGES.end}
        cancelText={isWaiting ? MESSAGES.keepWaiting : MESSAGES.keepChat}
        isBusy={ending.isPending || sentFirst.isWaiting}
        onConfirm={() => state && confirm(state)}
      >
        {sentFirst.note ?? MESSAGES.endWaitingText}
      </ConfirmDialog>
      {sessionId ? <DrawerChat key={sessionId} sessionId={sessionId} onState={reportState} afterEnd={afterEnd} /> : starting}
    </SideDrawer>
  );
}

function isOngoingChat(state: ChatState | null): boolean {
  return state?.status === ACTIVE_CHAT || state?.status === PENDING_CHAT;
}

interface DrawerChatProps {
  sessionId: string;
  /** Tells the drawer the chat's status and subject. */
  onState: (state: ChatState) => void;
  afterEnd: ReactNode;
}

function DrawerChat({ sessionId, onState, afterEnd }: DrawerChatProps) {
  const chat = useChat(sessionId);
  const { status } = chat.conversation;
  const subject = chat.session ? chatSubject(chat.session.context) : undefined;
  useEffect(() => {
    if (subject !== undefined) onState({ sessionId, status, subject });
  }, [sessionId, status, subject, onState]);
  return <ChatPanel sessionId={sessionId} chat={chat} hasTitle={false} afterEnd={afterEnd} />;
}
