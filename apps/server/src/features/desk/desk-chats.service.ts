import type { ChatMessage } from '@yardage/contract/chat';
import type { Colleague, DeskChat, joinDeskChat, listDeskChats } from '@yardage/contract/desk-chats';
import type { DeskCounts, DeskWaiting } from '@yardage/contract/desk-waiting';
import type { Answer, Input } from '@yardage/contract/endpoint';
import { mayUseDesk } from '@yardage/contract/staff-roles';
import { ACTIVE_CHAT, CHAT_TEXT, ENDED_CHAT, PENDING_CHAT, SENDERS } from '@yardage/domain/chat';
import { chatLine } from '@yardage/domain/chat-lines';
import type { AreaServices } from '#server/features/area';
import { type ChatAgent, findMessages, listSessions, lockSession, markRead, type SessionState } from '#server/features/chat/chat.queries';
import { assertSameSession, type SentMessage } from '#server/features/chat/chat-flow.service';
import { pageOf, statusOf } from '#server/features/chat/chat-pages';
import { ChatWriter } from '#server/features/chat/chat-writer';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import { type Caller, fullName } from '#server/http/scope';
import { factsOf } from './desk-chat-facts.ts';
import { DESK_CHATS_MESSAGES } from './desk-chats.messages.ts';
import { findDeskChat, listColleagues, listWaiting, lockDispatcher } from './desk-chats.queries.ts';
import { countWaiting, findWaiting } from './desk-waiting.queries.ts';

type State = Answer<typeof joinDeskChat>;

const stateOf = ({ sessionId, status, modifiedDate }: SessionState): State => ({ sessionId, status, modifiedDate });
const refuse = (detail: string) => new ApiError('conflict', { detail });

/** Chats of all customers, for staff. */
export function deskChatsService({ database, chats }: AreaServices) {
  /**
   * Gives a chat that has not ended to a dispatcher. Locks the dispatcher first: a withdrawal of their role waits, and then hands back this
   * chat, too.
   */
  const give = async (
    sessionId: string,
    userId: number,
    refusal: ApiError,
    move: (writer: ChatWriter, agent: ChatAgent) => Promise<void>,
  ): Promise<State> => {
    const { session } = await chats.run('system', async (transaction) => {
      // The user is locked before the chat, in the same order as when a role is withdrawn.
      const name = await lockDispatcher(transaction, userId);
      if (name === undefined) throw refusal;
      const writer = new ChatWriter(transaction, orNotFound(await lockSession(transaction, 'system', sessionId)));
      if (writer.session.status === ENDED_CHAT) throw refuse(DESK_CHATS_MESSAGES.ended);
      await move(writer, { id: userId, name });
      return { writer, result: undefined };
    });
    return stateOf(session);
  };

  return {
    async list(caller: Caller, query: Input<typeof listDeskChats>['query']): Promise<Answer<typeof listDeskChats>> {
      const { status, search, cursor: text, isMine } = query;
      const agentId = isMine ? caller.userId : undefined;
      return pageOf({ cursor: text }, (cursor, limit) =>
        listSessions(database, 'system', { statusId: statusOf(status), search, cursor, agentId }, limit),
      );
    },

    waiting: () => listWaiting(database),

    attention: ({ userId, staffRole }: Caller): Promise<DeskWaiting> =>
      findWaiting(database, userId, { hasChats: mayUseDesk(staffRole, ['chats']), hasRequests: mayUseDesk(staffRole, ['requests']) }),

    counts: ({ staffRole }: Caller): Promise<DeskCounts> => countWaiting(database, (area) => mayUseDesk(staffRole, [area])),

    async detail(caller: Caller, sessionId: string): Promise<DeskChat> {
      const record = orNotFound(await findDeskChat(database, caller.userId, sessionId));
      const { subject: _, ...chat } = record;
      return { ...chat, facts: factsOf(record) };
    },

    async messages(caller: Caller, sessionId: string, after = 0): Promise<JsonText<ChatMessage[]>> {
      return new JsonText(orNotFound(await findMessages(database, 'system', caller.userId, sessionId, after)));
    },

    /** The first to join a pending chat gets it. Joining one's own chat again changes nothing. */
    async join(caller: Caller, sessionId: string): Promise<State> {
      return give(sessionId, caller.userId, new ApiError('permission-missing'), async (writer, agent) => {
        const { status, agentId, agentName } = writer.session;
        if (status === ACTIVE_CHAT && agentId === agent.id) return;
        if (status === ACTIVE_CHAT) throw refuse(DESK_CHATS_MESSAGES.takenBy(agentName ?? ''));
        await writer.moveTo(ACTIVE_CHAT, chatLine('joined', agent.name), agent);
      });
    },

    async send(caller: Caller, sessionId: string, body: SentMessage) {
      const { sessionId: named, message, clientMessageId = null } = body;
      assertSameSession(sessionId, named);
      const sender = { senderType: SENDERS.humanAgent, senderId: caller.userId, senderName: fullName(caller) };
      const { result } = await chats.change('system', sessionId, async (writer) => {
        const said = await writer.sayOnce({ ...sender, type: CHAT_TEXT, message, plainText: message, line: null, clientMessageId });
        // A retry of a stored message succeeds even after the agent left. A new message requires that they have joined.
        const isNew = writer.change !== undefined;
        if (isNew && (writer.session.status !== ACTIVE_CHAT || writer.session.agentId !== caller.userId))
          throw refuse(DESK_CHATS_MESSAGES.notJoined);
        return said;
      });
      return result;
    },

    /** Returns an active chat to pending. Any dispatcher may do this, also for a colleague who is away. */
    async handBack(caller: Caller, sessionId: string): Promise<State> {
      const { session } = await chats.change('system', sessionId, async (writer) => {
        const { status, agentName } = writer.session;
        if (status === ENDED_CHAT) throw refuse(DESK_CHATS_MESSAGES.ended);
        if (status === ACTIVE_CHAT) await writer.moveTo(PENDING_CHAT, chatLine('handedBack', agentName ?? fullName(caller)), null);
      });
      return stateOf(session);
    },

    colleagues: ({ userId }: Caller): Promise<Colleague[]> => listColleagues(database, userId),

    /** Passes an active chat to a colleague. Any dispatcher may do this, also for a colleague who is away. */
    async transfer(caller: Caller, sessionId: string, userId: number): Promise<State> {
      const noColleague = refuse(DESK_CHATS_MESSAGES.noColleague);
      if (userId === caller.userId) throw noColleague;
      return give(sessionId, userId, noColleague, async (writer, colleague) => {
        const { status, agentId } = writer.session;
        if (status === ACTIVE_CHAT && agentId === colleague.id) return;
        await writer.moveTo(ACTIVE_CHAT, chatLine('transferred', fullName(caller), colleague.name), { ...colleague, isPassed: true });
      });
    },

    async end(caller: Caller, sessionId: string): Promise<State> {
      const { session } = await chats.change('system', sessionId, async (writer) => {
        if (writer.session.status !== ENDED_CHAT) await writer.moveTo(ENDED_CHAT, chatLine('over', fullName(caller)));
      });
      return stateOf(session);
    },

    async read(caller: Caller, sessionId: string, sequence: number): Promise<{ sequence: number }> {
      const mark = orNotFound(await markRead(database, 'system', caller.userId, sessionId, sequence));
      if (mark.isMoved) chats.announcer.announceRead({ sessionId, senderType: SENDERS.humanAgent, sequence: mark.sequence });
      return { sequence: mark.sequence };
    },
  };
}
