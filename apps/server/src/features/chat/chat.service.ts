import type { ChatMessage, ChatSession, endChat, listChats, startChat } from '@yardage/contract/chat';
import type { Answer, Input } from '@yardage/contract/endpoint';
import { PERMISSIONS, type PermissionCode } from '@yardage/contract/permissions';
import { idInPath } from '@yardage/contract/scalars';
import { CHAT_CATEGORIES, CHAT_TEXT, ENDED_CHAT, SENDERS } from '@yardage/domain/chat';
import { type ChatLine, chatLine } from '@yardage/domain/chat-lines';
import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import type { AreaServices } from '#server/features/area';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import { type Caller, fullName, type Scope } from '#server/http/scope';
import { CHAT_MESSAGES } from './chat.messages.ts';
import * as queries from './chat.queries.ts';
import { assertSameSession, type SentMessage } from './chat-flow.service.ts';
import { pageOf, statusOf } from './chat-pages.ts';
import { ChatWriter } from './chat-writer.ts';

type StartBody = Input<typeof startChat>['body'];

/** The permission needed to chat about a record: the one to view it. */
const NEEDED: Readonly<Record<number, PermissionCode>> = {
  [CHAT_CATEGORIES.invoice]: PERMISSIONS.INVOICES_VIEW,
  [CHAT_CATEGORIES.order]: PERMISSIONS.ORDERS_VIEW,
  [CHAT_CATEGORIES.ticket]: PERMISSIONS.TICKETS_VIEW,
};

/** A customer user's own chats (API-18 to API-22). */
export function chatService({ database, chats }: AreaServices) {
  const find = async (scope: Scope, sessionId: string): Promise<ChatSession> =>
    orNotFound(await queries.findSession(database, scope, sessionId));

  return {
    detail: find,

    /** Starts a chat. A repeated start returns the existing chat. */
    async start(scope: Scope, body: StartBody): Promise<Answer<typeof startChat>> {
      assertSameCustomer(scope, body.context);
      const subject = subjectOf(scope, body);
      const { session } = await chats.run(scope, async (transaction) => {
        await queries.lockStarts(transaction, scope);
        const { category, named } = subject;
        const entity = named === null ? undefined : await queries.findEntity(transaction, scope, category, named);
        const wanted = { category, entityId: entity?.id ?? null, clientSessionId: body.clientSessionId };
        const known = await queries.findStarted(transaction, scope, wanted);
        if (known) {
          return {
            writer: new ChatWriter(transaction, orNotFound(await queries.lockSession(transaction, scope, known))),
            result: undefined,
          };
        }
        if (named !== null && !entity) throw new ApiError('not-found');
        const entityNumber = entity?.number ?? null;
        const id = await queries.insertSession(transaction, scope, {
          category,
          entityId: entity?.id ?? null,
          entityNumber,
          clientSessionId: body.clientSessionId ?? null,
          jobAddress: body.context.jobAddress ?? null,
          jobRequirement: body.context.jobRequirement || null,
        });
        const writer = new ChatWriter(transaction, orNotFound(await queries.lockSession(transaction, scope, id)));
        await writer.saySystem(startedLine(category, entityNumber));
        await chats.askResponder(writer);
        return { writer, result: undefined };
      });
      const stored = await find(scope, session.sessionId);
      return { session: stored, context: stored.context };
    },

    /** Sends a message. The sender is always the signed-in user. */
    async send(scope: Scope, caller: Caller, sessionId: string, body: SentMessage): Promise<ChatMessage> {
      const { sessionId: named, message, clientMessageId = null } = body;
      assertSameSession(sessionId, named);
      const sender = { senderType: SENDERS.customer, senderId: scope.userId, senderName: fullName(caller) };
      const { result } = await chats.change(scope, sessionId, async (writer) => {
        const before = writer.session.lastSequence;
        const said = await writer.sayOnce({ ...sender, type: CHAT_TEXT, message, plainText: message, line: null, clientMessageId });
        if (writer.session.lastSequence > before) await chats.askResponder(writer);
        return said;
      });
      return result;
    },

    async end(scope: Scope, caller: Caller, sessionId: string): Promise<Answer<typeof endChat>> {
      const { session } = await chats.change(scope, sessionId, async (writer) => {
        if (writer.session.status !== ENDED_CHAT) await writer.moveTo(ENDED_CHAT, chatLine('over', fullName(caller)));
      });
      return { sessionId, status: session.status, modifiedDate: session.modifiedDate };
    },

    /** Lists chats (CHT-06). Category 1 is the dispatcher list, which contains chats of all categories (API-21). */
    async list(scope: Scope, query: Input<typeof listChats>['query']): Promise<Answer<typeof listChats>> {
      const category = Number(query.category || CHAT_CATEGORIES.newOrder);
      const filter = { statusId: statusOf(query.status), category: category === CHAT_CATEGORIES.newOrder ? undefined : category };
      return pageOf(query, (cursor, limit) => queries.listSessions(database, scope, { ...filter, search: query.search, cursor }, limit));
    },

    async messages(scope: Scope, sessionId: string, after = 0): Promise<JsonText<ChatMessage[]>> {
      return new JsonText(orNotFound(await queries.findMessages(database, scope, scope.userId, sessionId, after)));
    },

    async read(scope: Scope, sessionId: string, sequence: number): Promise<{ sequence: number }> {
      const mark = orNotFound(await queries.markRead(database, scope, scope.userId, sessionId, sequence));
      if (mark.isMoved) chats.announcer.announceRead({ sessionId, senderType: SENDERS.customer, sequence: mark.sequence });
      return { sequence: mark.sequence };
    },
  };
}

/** Refuses a body for another customer, such as one from a tab where another customer was selected. */
function assertSameCustomer(scope: Scope, { customerNumber, customerId, dataSource }: StartBody['context']): void {
  const isSame =
    (customerNumber ?? scope.customerNumber) === scope.customerNumber &&
    (!customerId || [scope.globalCustomerNumber, scope.customerNumber, String(scope.customerId)].includes(customerId)) &&
    (!dataSource || [String(scope.datasourceId), scope.dataset].includes(String(dataSource)));
  if (!isSame) throw new ApiError('customer-mismatch');
}

/** Validates the subject of a chat: a new order needs a job address and may be a request, others need a record that the caller may view. */
function subjectOf(scope: Scope, { category, context }: StartBody): { category: number; named: string | number | null } {
  const { entityId = null } = context;
  // Only an invoice is named by its number.
  const id = entityId === null || category === CHAT_CATEGORIES.invoice ? null : idInPath.safeParse(entityId);
  const named = id?.data ?? entityId;
  const refuse = (field: string, message: string) =>
    new ApiError('validation-failed', { fieldErrors: { [`context.${field}`]: [message] } });
  if (id?.success === false) throw refuse('entityId', CONTRACT_MESSAGES.wholeNumber);
  const code = NEEDED[category];
  if (!code) {
    // A new order may be a request that waits for dispatch.
    if (named !== null && !scope.permissions.has(PERMISSIONS.ORDERS_REQUEST)) throw new ApiError('permission-missing');
    if (!context.jobAddress) throw refuse('jobAddress', CHAT_MESSAGES.addressRequired);
    return { category, named };
  }
  if (named === null) throw refuse('entityId', CHAT_MESSAGES.entityRequired);
  if (!scope.permissions.has(code)) throw new ApiError('permission-missing');
  return { category, named };
}

/** The first message of a chat. */
function startedLine(category: number, entityNumber: string | null): ChatLine {
  if (entityNumber === null) return chatLine('started');
  if (category === CHAT_CATEGORIES.newOrder) return chatLine('startedAboutRequest', entityNumber);
  if (category === CHAT_CATEGORIES.invoice) return chatLine('startedAboutInvoice', entityNumber);
  return chatLine(category === CHAT_CATEGORIES.order ? 'startedAboutOrder' : 'startedAboutTicket', entityNumber);
}
