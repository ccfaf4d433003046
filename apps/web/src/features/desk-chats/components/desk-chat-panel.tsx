import { Button, Menu, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeskChat } from '@yardage/contract/desk-chats';
import { ACTIVE_CHAT, PENDING_CHAT } from '@yardage/domain/chat';
import { useMemo, useState } from 'react';
import { changeDraft } from '#web/lib/drafts.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { sendUnsent } from '#web/lib/hub/unsent-chat-messages.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { ChatHead } from '#web/patterns/conversation/chat-head.tsx';
import { CONVERSATION_MESSAGES } from '#web/patterns/conversation/conversation.messages.ts';
import { ChatMissing, Conversation } from '#web/patterns/conversation/conversation.tsx';
import { chatSubject } from '#web/patterns/conversation/use-chat-list.ts';
import { useConversation } from '#web/patterns/conversation/use-conversation.ts';
import { SENT_FIRST_MS, useSentFirst } from '#web/patterns/conversation/use-sent-first.ts';
import { ConfirmDialog, FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { OptionsFailure } from '#web/patterns/notice.tsx';
import { PopupMenu } from '#web/patterns/popup-menu.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import {
  cannedRepliesQuery,
  changeDeskChat,
  colleaguesQuery,
  DESK_CHAT_CALLS,
  DESK_CHATS_KEY,
  type DeskChange,
  deskChatQuery,
  deskWaitingQuery,
  transferDeskChat,
} from '../desk-chats.api.ts';
import { DESK_CHATS_MESSAGES as MESSAGES } from '../desk-chats.messages.ts';
import classes from './desk-chat-panel.module.css';

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
  const [asked, setAsked] = useState<{ question: 'end' | 'transfer'; about: string }>();
  const sentFirst = useSentFirst(sessionId);
  const closeQuestion = (): void => {
    sentFirst.cancel();
    setAsked(undefined);
  };
  const { query, conversation, session, change } = useDeskChat(sessionId, closeQuestion);
  const { status, connection } = conversation;
  // The confirmation closes when the status or the dispatcher changes, because a colleague may have taken the chat meanwhile.
  const state = `${sessionId} ${status} ${session?.agentName ?? ''}`;
  if (asked && asked.about !== state) setAsked(undefined);
  const isOpen = (question: 'end' | 'transfer'): boolean => asked?.question === question && asked.about === state;
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
              onClick={() => (each.change === 'end' ? setAsked({ question: 'end', about: state }) : change.mutate(each.change))}
            >
              {each.label}
            </Button>
          ))}
          {status === ACTIVE_CHAT ? (
            <Button variant="default" disabled={change.isPending} onClick={() => setAsked({ question: 'transfer', about: state })}>
              {MESSAGES.transfer}
            </Button>
          ) : null}
        </ChatHead>
        <TransferDialog sessionId={sessionId} isOpen={isOpen('transfer')} onClose={closeQuestion} />
        <ConfirmDialog
          isOpen={isOpen('end')}
          onClose={closeQuestion}
          title={MESSAGES.endTitle}
          confirmText={MESSAGES.end}
          cancelText={MESSAGES.keepChat}
          isBusy={change.isPending || sentFirst.isWaiting}
          onConfirm={() => sentFirst.run(() => change.mutate('end'))}
        >
          {sentFirst.note ?? MESSAGES.endText(session?.customerName ?? '')}
        </ConfirmDialog>
        <Conversation
          sessionId={sessionId}
          side="desk"
          timeZone={session?.timeZone}
          conversation={conversation}
          canWrite={status === ACTIVE_CHAT && isMine}
          isFocused
          above={session && <ReplyMenu sessionId={sessionId} dataSource={session.dataSource} />}
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

/** The customer, and the order, ticket or address that the chat is about. Collapsed above the chat on narrow screens. */
function DeskChatFacts({ session }: { session: DeskChat | undefined }) {
  const { dateTime } = useFormats(session?.timeZone);
  const isBeside = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });
  const [isOpen, setIsOpen] = useState(isBeside);
  const facts = session
    ? [
        ...session.facts.map(({ label, value }) => [label, value] as const),
        [MESSAGES.customer, session.customerName] as const,
        [MESSAGES.customerNumber, session.customerNumber] as const,
        [MESSAGES.person, session.customerUserName] as const,
        [MESSAGES.email, session.customerUserEmail] as const,
        [MESSAGES.dataSource, session.dataSourceName] as const,
        [MESSAGES.started, dateTime(session.timeStamp)] as const,
      ]
    : [];
  return (
    <details className={classes.facts} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={classes.title}>
        {MESSAGES.about}
        <Icon name="chevron" size={16} />
      </summary>
      {session ? (
        <dl className={classes.lines}>
          {facts.map(([label, value]) => (
            <div key={label} className={classes.line}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <div className={classes.skeleton}>
          <Skeleton width="70%" />
          <Skeleton width="50%" />
          <Skeleton width="62%" />
        </div>
      )}
    </details>
  );
}

/** The canned replies of the chat's data source. Choosing one adds it to the message, which is not sent yet. */
function ReplyMenu({ sessionId, dataSource }: { sessionId: string; dataSource: string }) {
  const { data } = useQuery(cannedRepliesQuery());
  const replies = (data?.items ?? []).filter((reply) => reply.dataSource === dataSource);
  if (replies.length === 0) return null;
  const add = (message: string): void =>
    changeDraft(`chat.${sessionId}`, (before) => (before.trim() ? `${before.trimEnd()} ${message}` : message));
  return (
    <div className={classes.bar}>
      <PopupMenu
        position="top-start"
        transitionProps={{ duration: 0 }}
        width={320}
        button={
          <Button size="compact-sm" variant="subtle" rightSection={<Icon name="chevron" size={14} />}>
            {MESSAGES.replies}
          </Button>
        }
      >
        <Menu.Dropdown className={classes.list}>
          {replies.map(({ id, title, message }) => (
            <Menu.Item key={id} onClick={() => add(message)}>
              <span className={classes.menuTitle}>{title}</span>
              <span className={classes.text}>{message}</span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </PopupMenu>
    </div>
  );
}

interface TransferDialogProps {
  sessionId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks which colleague takes the chat. */
function TransferDialog({ sessionId, isOpen, onClose }: TransferDialogProps) {
  return (
    <FormDialog isInUrl={false} isOpen={isOpen} onClose={onClose} title={MESSAGES.transferTitle} size="question">
      <TransferForm sessionId={sessionId} onClose={onClose} />
    </FormDialog>
  );
}

/** In the dialog, so that each opening starts without a choice. */
function TransferForm({ sessionId, onClose }: Omit<TransferDialogProps, 'isOpen'>) {
  const queryClient = useQueryClient();
  const query = useQuery(colleaguesQuery());
  const colleagues = query.data;
  const [chosen, setChosen] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const moving = useWrite({
    write: async (userId: number, attempt) => {
      await sendUnsent(sessionId, SENT_FIRST_MS);
      return transferDeskChat(sessionId, userId, attempt);
    },
    meta: { failureTitle: MESSAGES.changeFailedTitle, failureText: MESSAGES.changeFailed, prefersServerMessage: true },
    onDone: onClose,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: deskChatQuery(sessionId).queryKey }),
        queryClient.invalidateQueries({ queryKey: DESK_CHATS_KEY }),
      ]),
  });
  const send = (): void => {
    setIsSubmitted(true);
    if (chosen !== '' && !moving.isPending) moving.mutate(Number(chosen));
  };
  useUnsavedInput({ isChanged: false, isSending: moving.isPending });
  return (
    <>
      <NativeSelect
        label={MESSAGES.colleague}
        value={chosen}
        error={isSubmitted && chosen === '' ? MESSAGES.chooseColleague : null}
        description={colleagues?.length === 0 ? MESSAGES.noColleagues : null}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[
          { value: '', label: MESSAGES.chooseColleague },
          ...(colleagues ?? []).map(({ userId, name }) => ({ value: String(userId), label: name })),
        ]}
      />
      <OptionsFailure query={query} />
      <div className={classes.actions}>
        <Button variant="default" disabled={moving.isPending} onClick={onClose}>
          {MESSAGES.cancel}
        </Button>
        <Button loading={moving.isPending} onClick={send}>
          {MESSAGES.transfer}
        </Button>
      </div>
    </>
  );
}

/** One chat at the desk with live updates, and the mutation for its actions. */
function useDeskChat(sessionId: string, onChangeFailed: () => void) {
  const queryClient = useQueryClient();
  const options = deskChatQuery(sessionId);
  const query = useQuery(options);
  const calls = useMemo(
    () => ({
      ...DESK_CHAT_CALLS,
      // The chat list and the menu show what is unread.
      markRead: async (id: string, sequence: number): Promise<void> => {
        await DESK_CHAT_CALLS.markRead(id, sequence);
        await Promise.all([DESK_CHATS_KEY, deskWaitingQuery().queryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      },
    }),
    [queryClient],
  );
  const isReader = query.data?.isMine ?? false;
  const conversation = useConversation({ sessionId, query, side: 'desk', calls, isReader });
  const change = useWrite({
    write: async (wanted: DeskChange, attempt) => {
      // After handing back, the dispatcher can send nothing, so send what was written first. The dialog to end a chat has done so itself.
      if (wanted === 'hand-back') await sendUnsent(sessionId, SENT_FIRST_MS);
      return changeDeskChat(sessionId, wanted, attempt);
    },
    // Refetch after an error too, because another dispatcher may have changed the chat first.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: options.queryKey }),
        queryClient.invalidateQueries({ queryKey: DESK_CHATS_KEY }),
      ]),
    onFailed: onChangeFailed,
    meta: {
      failureTitle: MESSAGES.changeFailedTitle,
      failureText: MESSAGES.changeFailed,
      noResponseText: MESSAGES.changeFailed,
      prefersServerMessage: true,
    },
  });
  return { query, conversation, session: query.data, change };
}
