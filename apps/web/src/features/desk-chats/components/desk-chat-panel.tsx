import { Button } from '@mantine/core';
import { ACTIVE_CHAT, PENDING_CHAT } from '@yardage/domain/chat';
import { useState } from 'react';
import { ChatHead } from '#web/patterns/conversation/chat-head.tsx';
import { chatSubject } from '#web/patterns/conversation/chat-subject.ts';
import { CONVERSATION_MESSAGES } from '#web/patterns/conversation/conversation.messages.ts';
import { ChatMissing, Conversation } from '#web/patterns/conversation/conversation.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import type { DeskChange } from '../desk-chats.api.ts';
import { DESK_CHATS_MESSAGES as MESSAGES } from '../desk-chats.messages.ts';
import { useDeskChat } from '../use-desk-chat.ts';
import { DeskChatFacts } from './desk-chat-facts.tsx';
import classes from './desk-chat-panel.module.css';
import { ReplyMenu } from './reply-menu.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

/** The actions per chat status. Every dispatcher can hand back a chat, in case the colleague who joined it has left. */
const changes = (): Record<number, readonly { change: DeskChange; label: string }[]> => ({
  [PENDING_CHAT]: [
    { change: 'join', label: MESSAGES.join },
    { change: 'end', label: MESSAGES.end },
  ],
  [ACTIVE_CHAT]: [
    { change: 'hand-back', label: MESSAGES.handBack },
    { change: 'end', label: MESSAGES.end },
  ],
});

/** A chat at the desk: the messages, the facts beside them, and Join, Hand back and End Chat (CHT-09). */
export function DeskChatPanel({ sessionId }: { sessionId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isMoving, setIsMoving] = useState(false);
  const { query, conversation, session, change } = useDeskChat(sessionId, () => setIsAsking(false));
  const { status, connection } = conversation;
  if (!session && query.isError) return <ChatMissing query={query} />;
  const isMine = session?.isMine ?? false;
  return (
    <div className={classes.sheet}>
      <section className={classes.panel} aria-label={MESSAGES.view}>
        <ChatHead
          title={session?.customerName}
          status={status}
          connection={connection}
          facts={[session && chatSubject(session.context), agentText(status, isMine, session?.agentName)]}
          isLoading={!session}
        >
          {changes()[status]?.map((each) => (
            <Button
              key={each.change}
              variant={each.change === 'join' ? 'filled' : 'default'}
              loading={change.isPending && change.variables === each.change}
              disabled={change.isPending}
              onClick={() => (each.change === 'end' ? setIsAsking(true) : change.mutate(each.change))}
            >
              {each.label}
            </Button>
          ))}
          {status === ACTIVE_CHAT ? (
            <Button variant="default" disabled={change.isPending} onClick={() => setIsMoving(true)}>
              {MESSAGES.transfer}
            </Button>
          ) : null}
        </ChatHead>
        <TransferDialog sessionId={sessionId} isOpen={isMoving && status === ACTIVE_CHAT} onClose={() => setIsMoving(false)} />
        <ConfirmDialog
          isOpen={isAsking && changes()[status] !== undefined}
          onClose={() => setIsAsking(false)}
          title={MESSAGES.endTitle}
          confirmText={MESSAGES.end}
          cancelText={MESSAGES.keepChat}
          isBusy={change.isPending}
          onConfirm={() => change.mutate('end')}
        >
          {MESSAGES.endText(session?.customerName ?? '')}
        </ConfirmDialog>
        <Conversation
          sessionId={sessionId}
          side="desk"
          timeZone={session?.timeZone}
          conversation={conversation}
          canWrite={status === ACTIVE_CHAT && isMine}
          isFocused
          above={session && <ReplyMenu sessionId={sessionId} dataSourceName={session.dataSourceName} />}
          closing={session ? <p>{closingText(status, session.agentName)}</p> : null}
        />
      </section>
      <DeskChatFacts session={session} />
    </div>
  );
}

function agentText(status: number, isMine: boolean, agentName: string | null | undefined): string | null {
  if (status !== ACTIVE_CHAT || !agentName) return null;
  return isMine ? MESSAGES.withYou : CONVERSATION_MESSAGES.with(agentName);
}

function closingText(status: number, agentName: string | null): string {
  if (status === PENDING_CHAT) return MESSAGES.notJoined;
  return status === ACTIVE_CHAT ? MESSAGES.taken(agentName ?? '') : MESSAGES.ended;
}
