import { hubCalls } from '@yardage/contract/hub';
import { SENDERS } from '@yardage/domain/chat';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Database } from '#server/database/database';
import { fullName } from '#server/http/scope';
import { UUID } from '#server/http/uuid';
import { findChatToJoin, findHubAccess } from './hub.queries.ts';
import { accessOf, type HubAnswer, type HubSocket, mayReceive, ownRoom, sessionRoom } from './hub-socket.ts';

/** How many chats a connection may join at once. */
const MAX_JOINED = 50;

const refused = (code: string): HubAnswer => ({ ok: false, code });
const DONE: HubAnswer = { ok: true };

/** Handles the calls of the contract. Anything else gets `{ ok: false }` or no response. */
export function listenToCalls(socket: HubSocket, database: Database, log: Logger): void {
  const on = <Name extends keyof typeof hubCalls>(
    name: Name,
    handle: (call: z.output<(typeof hubCalls)[Name]>) => HubAnswer | Promise<HubAnswer>,
  ) => {
    const answerTo = async (payload: unknown): Promise<HubAnswer> => {
      if (!socket.data.bucket.take()) return refused('too-many-requests');
      const parsed = hubCalls[name].safeParse(payload);
      if (!parsed.success || !UUID.test(parsed.data.sessionId)) return refused('validation-failed');
      return handle(parsed.data as z.output<(typeof hubCalls)[Name]>);
    };
    const listener = (...args: unknown[]) => {
      const answer = args.at(-1);
      answerTo(args[0])
        .catch((error) => {
          log.error({ err: error, call: name }, 'hub call failed');
          return refused('internal-error');
        })
        .then((result) => typeof answer === 'function' && answer(result));
    };
    socket.on(name, listener as never);
  };

  on('JoinSession', async ({ sessionId }) => {
    const { caller, joined } = socket.data;
    if (!joined.has(sessionId) && joined.size >= MAX_JOINED) return refused('too-many-requests');
    const [{ accesses }, chat] = await Promise.all([
      findHubAccess(database, { userIds: [caller.userId] }),
      findChatToJoin(database, sessionId),
    ]);
    const access = accesses[0] && accessOf(accesses[0], caller.viewedBy !== undefined);
    if (!access || !chat || !mayReceive(access, chat)) return refused('not-found');
    if (!socket.connected) return refused('not-signed-in');
    joined.set(sessionId, chat);
    socket.data.isFresh = true;
    await socket.join([sessionRoom(sessionId), ownRoom(sessionId, caller.userId)]);
    return DONE;
  });

  on('CloseSession', async ({ sessionId }) => {
    await leaveSession(socket, sessionId);
    return DONE;
  });

  on('Typing', ({ sessionId }) => {
    const { caller, joined } = socket.data;
    const chat = joined.get(sessionId);
    if (!chat) return refused('not-found');
    // Staff who view the portal as this user are not typing.
    if (caller.viewedBy !== undefined) return refused('view-read-only');
    const senderType = caller.staffRole ? SENDERS.humanAgent : SENDERS.customer;
    const senderName = (caller.staffRole ? null : chat.memberName) ?? fullName(caller);
    socket
      .to(sessionRoom(sessionId))
      .except(ownRoom(sessionId, caller.userId))
      .volatile.emit('Typing', { sessionId, senderType, senderName });
    return DONE;
  });
}

/** Removes a connection from the rooms of a chat. */
export async function leaveSession(socket: HubSocket, sessionId: string): Promise<void> {
  socket.data.joined.delete(sessionId);
  await socket.leave(sessionRoom(sessionId));
  await socket.leave(ownRoom(sessionId, socket.data.caller.userId));
}
